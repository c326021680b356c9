"""The modules a program finds: of the standard library, what needs no file, socket, process or thread, and two more."""

LIBRARIES = """
abc argparse array ast base64 binascii bisect calendar cmath codecs collections collections.abc colorsys configparser
contextlib contextvars copy copyreg csv dataclasses datetime decimal difflib dis email email.message email.parser
email.policy email.utils enum errno fnmatch fractions functools gc getopt graphlib hashlib heapq hmac html html.entities
html.parser importlib inspect io ipaddress itertools json json.decoder json.encoder keyword linecache locale logging math
mimetypes numbers operator os os.path pathlib pickle pprint posixpath quopri random re reprlib sched secrets shlex
statistics string string.templatelib stringprep struct symtable sys textwrap time timeit token tokenize tomllib traceback
types typing unicodedata unittest unittest.mock urllib.parse uuid warnings weakref xml.dom.minidom xml.etree.ElementTree
xml.sax.saxutils zlib more_itertools yaml
""".split()

# What modules of the list load only once they are used: there is no file to load them from by then.
LIBRARIES += """
_ast_unparse _strptime email.feedparser email.generator email.mime.text xml.dom.expatbuilder xml.sax.expatreader
encodings.ascii encodings.cp1252 encodings.hex_codec encodings.idna encodings.latin_1 encodings.rot_13 encodings.utf_16
encodings.utf_16_be encodings.utf_16_le encodings.utf_32 encodings.utf_8_sig encodings.unicode_escape encodings.punycode
encodings.iso8859_1 encodings.iso8859_15
""".split()
