// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! What the table's types and calls are, as macros: a generated file names members and cases, and
//! these give them their place in memory.
//!
//! Every path is whole, for where they are used a table's types are in reach under any name.

/// A record: its fields in order, each at the next place for its type.
macro_rules! record {
    ($name:ty { $($field:tt ($word:literal): $ty:ty),+ $(,)? }) => {
        $crate::membrane::abi::fields! { () $name { $($field: $ty),+ } }

        impl $crate::membrane::abi::Lift for $name {
            unsafe fn lift(at: *const u8) -> Self {
                let mut end = 0;
                // SAFETY: each field stands at the next place for its type.
                unsafe {
                    Self { $($field: {
                        let place = $crate::membrane::abi::place::<$ty>(&mut end);
                        <$ty as $crate::membrane::abi::Lift>::lift(at.add(place))
                    }),+ }
                }
            }
        }
    };
}

/// What a type with fields is but for taking it.
macro_rules! fields {
    (($($item:ident),*) $name:ty { $($field:tt: $ty:ty),+ }) => {
        impl<$($item: $crate::membrane::abi::Shape),*> $crate::membrane::abi::Shape for $name {
            const ALIGN: usize = $crate::membrane::abi::largest(&[
                $(<$ty as $crate::membrane::abi::Shape>::ALIGN),+
            ]);
            const SIZE: usize = {
                let mut end = 0;
                $($crate::membrane::abi::place::<$ty>(&mut end);)+
                end.next_multiple_of(Self::ALIGN)
            };
            const FLAT: usize = 0 $(+ <$ty as $crate::membrane::abi::Shape>::FLAT)+;
        }

        impl<$($item: $crate::membrane::abi::Lower),*> $crate::membrane::abi::Lower for $name {
            fn flat(&self, arguments: &mut $crate::membrane::abi::Arguments) {
                $($crate::membrane::abi::Lower::flat(&self.$field, arguments);)+
            }

            unsafe fn store(&self, at: *mut u8, arguments: &mut $crate::membrane::abi::Arguments) {
                let mut end = 0;
                // SAFETY: each field stands at the next place for its type.
                unsafe {
                    $({
                        let place = $crate::membrane::abi::place::<$ty>(&mut end);
                        $crate::membrane::abi::Lower::store(&self.$field, at.add(place), arguments);
                    })+
                }
            }
        }
    };
}

/// A variant: the tag of a case, and what the case carries at the next place for any of them.
macro_rules! variant {
    ($name:ty {
        $($tag:literal => $case:ident $(($payload:ident: $ty:ty))? = $word:literal),+ $(,)?
    }) => {
        const _: () = {
            const TAG: usize = $crate::membrane::abi::tag_size([$($tag),+].len());
            const PAYLOAD: usize = TAG.next_multiple_of($crate::membrane::abi::largest(&[
                1,
                $($(<$ty as $crate::membrane::abi::Shape>::ALIGN,)?)+
            ]));

            impl $crate::membrane::abi::Shape for $name {
                const ALIGN: usize = $crate::membrane::abi::largest(&[
                    TAG,
                    $($(<$ty as $crate::membrane::abi::Shape>::ALIGN,)?)+
                ]);
                const SIZE: usize = (PAYLOAD + $crate::membrane::abi::largest(&[
                    0,
                    $($(<$ty as $crate::membrane::abi::Shape>::SIZE,)?)+
                ]))
                .next_multiple_of(<Self as $crate::membrane::abi::Shape>::ALIGN);
                const FLAT: usize = 1 + $crate::membrane::abi::largest(&[
                    0,
                    $($(<$ty as $crate::membrane::abi::Shape>::FLAT,)?)+
                ]);
            }

            impl $crate::membrane::abi::Lift for $name {
                unsafe fn lift(at: *const u8) -> Self {
                    // SAFETY: a tag stands first, what its case carries at the payload's place.
                    unsafe {
                        match $crate::membrane::abi::load_tag(at, TAG) {
                            $($tag => Self::$case $((
                                <$ty as $crate::membrane::abi::Lift>::lift(at.add(PAYLOAD))
                            ))?,)+
                            tag => $crate::membrane::abi::no_case(tag),
                        }
                    }
                }
            }

            impl $crate::membrane::abi::Lower for $name {
                fn flat(&self, arguments: &mut $crate::membrane::abi::Arguments) {
                    let length = <Self as $crate::membrane::abi::Shape>::FLAT;
                    match self {$(
                        Self::$case $(($payload))? => {
                            arguments.push_case(length, $tag, |_arguments| {
                                $($crate::membrane::abi::Lower::flat($payload, _arguments);)?
                            });
                        }
                    )+}
                }

                unsafe fn store(
                    &self,
                    at: *mut u8,
                    _arguments: &mut $crate::membrane::abi::Arguments,
                ) {
                    // SAFETY: a tag stands first, what its case carries at the payload's place.
                    unsafe {
                        match self {$(
                            Self::$case $(($payload))? => {
                                $crate::membrane::abi::store_tag(at, TAG, $tag);
                                $($crate::membrane::abi::Lower::store(
                                    $payload,
                                    at.add(PAYLOAD),
                                    _arguments,
                                );)?
                            }
                        )+}
                    }
                }
            }
        };
    };
}

/// A change to an optional value crosses as any variant does.
macro_rules! patch {
    ($name:ty { $keep:literal => $($rest:tt)+ }) => {
        $crate::membrane::abi::variant! { $name { $keep => $($rest)+ } }
    };
}

/// An enum crosses as a variant whose cases carry nothing.
macro_rules! words {
    ($name:ty { $($rest:tt)+ }) => {
        $crate::membrane::abi::variant! { $name { $($rest)+ } }
    };
}

/// Flags: a bit each, from the lowest on.
macro_rules! bits {
    ($name:ty { $($word:literal),+ $(,)? }) => {
        const _: () = {
            const BYTES: usize = [$($word),+].len().div_ceil(8).next_power_of_two();

            impl $crate::membrane::abi::Shape for $name {
                const SIZE: usize = BYTES;
                const ALIGN: usize = BYTES;
                const FLAT: usize = 1;
            }

            impl $crate::membrane::abi::Lift for $name {
                unsafe fn lift(at: *const u8) -> Self {
                    // SAFETY: flags are an unsigned number of 1, 2 or 4 bytes.
                    Self::from_bits(unsafe { $crate::membrane::abi::load_tag(at, BYTES) })
                }
            }

            impl $crate::membrane::abi::Lower for $name {
                fn flat(&self, arguments: &mut $crate::membrane::abi::Arguments) {
                    arguments.push(self.bits());
                }

                unsafe fn store(&self, at: *mut u8, _: &mut $crate::membrane::abi::Arguments) {
                    // SAFETY: flags are an unsigned number of 1, 2 or 4 bytes; it holds all bits.
                    unsafe { $crate::membrane::abi::store_tag(at, BYTES, self.bits()) };
                }
            }
        };
    };
}

/// A call: its arguments as core values, or `in memory` where they are more than [`MOST`]; its
/// answer in memory.
///
/// Items stand before the parameters and types of a function's surroundings, so none here may have
/// a name that a table can give.
macro_rules! operation {
    (
        $id:literal, $interface:literal, $function:literal,
        fn $name:ident($($param:ident ($word:literal): $ty:ty),* $(,)?) -> $result:ty,
        ($($core:ty),*) $(,)?
    ) => {
        #[track_caller]
        pub(crate) fn $name($($param: $ty),*) -> Result<$result, $crate::membrane::ApiError> {
            #[link(wasm_import_module = $interface)]
            unsafe extern "C" {
                #[link_name = $function]
                fn _import($(_: $core,)* answer: *mut u64);
            }

            let mut arguments = $crate::membrane::abi::Arguments::new();
            $($crate::membrane::abi::Lower::flat(&$param, &mut arguments);)*
            arguments.rewind();
            let mut answer = [0_u64; $crate::membrane::abi::answer_words::<$result>()];
            // SAFETY: the core values are the arguments by the canonical ABI, and what they point
            // to is kept until the call has returned. The host lowers an answer to the room given
            // it, once, and it is taken once.
            let answer = unsafe {
                _import($(arguments.take::<$core>(),)* answer.as_mut_ptr());
                $crate::membrane::abi::take_answer::<$result>(&answer)
            };
            $crate::program::noted(answer)
        }
    };
    (
        $id:literal, $interface:literal, $function:literal,
        fn $name:ident($($param:ident ($word:literal): $ty:ty),* $(,)?) -> $result:ty,
        in memory $(,)?
    ) => {
        #[track_caller]
        pub(crate) fn $name($($param: $ty),*) -> Result<$result, $crate::membrane::ApiError> {
            #[link(wasm_import_module = $interface)]
            unsafe extern "C" {
                #[link_name = $function]
                fn _import(arguments: *const u8, answer: *mut u64);
            }

            let mut arguments = $crate::membrane::abi::Arguments::new();
            let mut end = 0;
            $($crate::membrane::abi::place::<$ty>(&mut end);)*
            let start = arguments.room(end);
            let mut end = 0;
            // SAFETY: there is room for every argument, each at the next place for its type.
            unsafe {
                $(
                    let at = start.add($crate::membrane::abi::place::<$ty>(&mut end));
                    $crate::membrane::abi::Lower::store(&$param, at, &mut arguments);
                )*
            }
            let mut answer = [0_u64; $crate::membrane::abi::answer_words::<$result>()];
            // SAFETY: the arguments stand as in a record, and what they point to is kept until the
            // call has returned. The host lowers an answer to the room given it, once, and it is
            // taken once.
            let answer = unsafe {
                _import(start, answer.as_mut_ptr());
                $crate::membrane::abi::take_answer::<$result>(&answer)
            };
            $crate::program::noted(answer)
        }
    };
}

pub(crate) use {bits, fields, operation, patch, record, variant, words};
