//! Pictures: recognised by their content, and what one costs in the window.

use base64::{Engine as _, prelude::BASE64_STANDARD};

/// A format of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// PNG.
    Png,
    /// JPEG.
    Jpeg,
    /// GIF, of 1987 or 1989.
    Gif,
    /// WebP.
    WebP,
}

/// Pixels a token stands for.
const PIXELS_PER_TOKEN: usize = 750;
/// Tokens of a picture at most: a larger one is scaled down before a model sees it.
const MOST_TOKENS: usize = 1600;

impl Format {
    /// The format of a file that begins so; none when it is no picture.
    pub(crate) fn of(head: &[u8]) -> Option<Self> {
        match head {
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(Self::Png),
            [0xff, 0xd8, 0xff, ..] => Some(Self::Jpeg),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Self::Gif),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::WebP),
            _ => None,
        }
    }

    /// Its media type.
    pub(crate) fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
            Self::WebP => "image/webp",
        }
    }

    /// Its name.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Jpeg => "JPEG",
            Self::Gif => "GIF",
            Self::WebP => "WebP",
        }
    }
}

/// The tokens a picture takes, by its area; the most there is when its size cannot be read.
pub(crate) fn tokens(bytes: &[u8]) -> usize {
    let area = imagesize::blob_size(bytes).map(|size| size.width.saturating_mul(size.height));
    area.map_or(MOST_TOKENS, |area| area.div_ceil(PIXELS_PER_TOKEN).clamp(1, MOST_TOKENS))
}

/// The same of a picture in base64: its beginning has its size.
pub(crate) fn tokens_of_base64(text: &str) -> u64 {
    const HEAD: usize = 64 << 10;
    let head = text.get(..text.len().min(HEAD)).unwrap_or_default();
    BASE64_STANDARD
        .decode(head.trim_end_matches('='))
        .or_else(|_| BASE64_STANDARD.decode(head))
        .map_or(MOST_TOKENS, |head| tokens(&head)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_known_by_its_first_bytes() {
        let cases: [(&[u8], Option<Format>); 9] = [
            (b"\x89PNG\r\n\x1a\n....", Some(Format::Png)),
            (b"\xff\xd8\xff\xe0", Some(Format::Jpeg)),
            (b"GIF87a", Some(Format::Gif)),
            (b"GIF89a", Some(Format::Gif)),
            (b"GIF88a", None),
            (b"RIFF\0\0\0\0WEBPVP8 ", Some(Format::WebP)),
            (b"RIFF\0\0\0\0WAVE", None),
            (b"\x89PNG\n", None),
            (b"", None),
        ];
        for (head, format) in cases {
            assert_eq!(Format::of(head), format, "{head:?}");
        }
    }

    #[test]
    fn tokens_follow_the_area() {
        // A GIF's size stands right behind its signature.
        let gif = |width: u16, height: u16| {
            [b"GIF89a".as_slice(), &width.to_le_bytes(), &height.to_le_bytes(), &[0; 16]].concat()
        };
        assert_eq!(tokens(&gif(1, 1)), 1);
        assert_eq!(tokens(&gif(750, 10)), 10);
        assert_eq!(tokens(&gif(60_000, 60_000)), 1600);
        assert_eq!(tokens(b"GIF89a"), 1600);
    }
}
