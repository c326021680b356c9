//! QuickJS behind safe Rust: owned values, and the operations the engine needs.
//!
//! There is one runtime with one context, made by [`start`] and never freed: a program's end is the end of the instance.
#![expect(unsafe_code, reason = "this is the one place that calls QuickJS")]
// SAFETY, for every call in here: the context is the one `start` made, and wasm has one thread. A `Value` owns one
// reference to what it holds, so a `JSValue` taken from one is alive for the call; what QuickJS returns is owned by the
// `Value` it is put in, and what QuickJS keeps (`into_raw`) is no longer owned here.

use std::{
    cell::Cell,
    ffi::CString,
    mem::{ManuallyDrop, MaybeUninit},
    ptr, slice,
};

use rquickjs_sys as q;

thread_local! {
    static CONTEXT: Cell<*mut q::JSContext> = const { Cell::new(ptr::null_mut()) };
}

/// The context.
pub(crate) fn context() -> *mut q::JSContext {
    CONTEXT.get()
}

fn runtime() -> *mut q::JSRuntime {
    // SAFETY: see above.
    unsafe { q::JS_GetRuntime(context()) }
}

/// A size as QuickJS takes one: wasm has 32 bits for either.
fn size(size: usize) -> q::size_t {
    size as q::size_t
}

/// An exception that QuickJS holds.
#[derive(Debug)]
pub(crate) struct Thrown;

/// What a JavaScript operation gives.
pub(crate) type Outcome<T> = Result<T, Thrown>;

/// A value, owned.
#[repr(transparent)]
pub(crate) struct Value(q::JSValue);

impl Drop for Value {
    fn drop(&mut self) {
        // SAFETY: see above.
        unsafe { q::JS_FreeValue(context(), self.0) }
    }
}

impl Clone for Value {
    fn clone(&self) -> Self {
        // SAFETY: see above.
        Self(unsafe { q::JS_DupValue(context(), self.0) })
    }
}

/// A property's name, kept for ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Atom(q::JSAtom);

/// What a promise has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Settled {
    /// It is no promise, or it is fulfilled.
    Fulfilled,
    /// It is rejected.
    Rejected,
    /// Neither yet.
    Pending,
}

/// The text of a string, borrowed from QuickJS without a copy where it is ASCII. Lone surrogates stand in it as three
/// bytes each, which is no UTF-8.
pub(crate) struct Bytes {
    start: *const u8,
    length: usize,
}

impl Bytes {
    /// The bytes.
    pub(crate) fn as_slice(&self) -> &[u8] {
        // SAFETY: QuickJS keeps them until they are freed, which `drop` does.
        unsafe { slice::from_raw_parts(self.start, self.length) }
    }

    /// The text, if it is one.
    pub(crate) fn text(&self) -> Option<&str> {
        str::from_utf8(self.as_slice()).ok()
    }
}

impl Drop for Bytes {
    fn drop(&mut self) {
        // SAFETY: it came from `JS_ToCStringLen2` and is freed once.
        unsafe { q::JS_FreeCString(context(), self.start.cast()) }
    }
}

/// A native function: arguments are borrowed, the number is what it was made with; `this` is not given.
pub(crate) type Native = fn(arguments: &[Value], number: i32) -> Outcome<Value>;

impl Value {
    pub(crate) const UNDEFINED: Value = Value(q::JS_UNDEFINED);
    pub(crate) const NULL: Value = Value(q::JS_NULL);

    fn check(raw: q::JSValue) -> Outcome<Self> {
        // SAFETY: looks at the tag alone.
        if unsafe { q::JS_IsException(raw) } { Err(Thrown) } else { Ok(Self(raw)) }
    }

    /// Gives up ownership, for QuickJS to take.
    pub(crate) fn into_raw(self) -> q::JSValue {
        ManuallyDrop::new(self).0
    }

    /// A value that someone else owns, for the time of a call.
    pub(crate) fn borrowed(raw: q::JSValue) -> ManuallyDrop<Self> {
        ManuallyDrop::new(Self(raw))
    }

    fn tag(&self) -> i32 {
        // SAFETY: looks at the tag alone.
        unsafe { q::JS_VALUE_GET_NORM_TAG(self.0) }
    }

    pub(crate) fn is_undefined(&self) -> bool {
        self.tag() == q::JS_TAG_UNDEFINED
    }

    pub(crate) fn is_null(&self) -> bool {
        self.tag() == q::JS_TAG_NULL
    }

    pub(crate) fn is_object(&self) -> bool {
        self.tag() == q::JS_TAG_OBJECT
    }

    pub(crate) fn is_string(&self) -> bool {
        matches!(self.tag(), q::JS_TAG_STRING | q::JS_TAG_STRING_ROPE)
    }

    pub(crate) fn is_symbol(&self) -> bool {
        self.tag() == q::JS_TAG_SYMBOL
    }

    pub(crate) fn is_big_int(&self) -> bool {
        matches!(self.tag(), q::JS_TAG_BIG_INT | q::JS_TAG_SHORT_BIG_INT)
    }

    pub(crate) fn is_function(&self) -> bool {
        // SAFETY: see above.
        unsafe { q::JS_IsFunction(context(), self.0) }
    }

    /// Whether it is an array or a proxy of one.
    pub(crate) fn is_array(&self) -> bool {
        // SAFETY: see above.
        unsafe { q::JS_IsArray(self.0) }
    }

    pub(crate) fn is_proxy(&self) -> bool {
        // SAFETY: see above.
        unsafe { q::JS_IsProxy(self.0) }
    }

    /// Whether it was made by one of the error classes.
    pub(crate) fn is_error(&self) -> bool {
        // SAFETY: see above.
        unsafe { q::JS_IsError(self.0) }
    }

    /// Whether it ends a program whatever the program catches.
    pub(crate) fn is_uncatchable(&self) -> bool {
        // SAFETY: see above.
        unsafe { q::JS_IsUncatchableError(self.0) }
    }

    pub(crate) fn as_bool(&self) -> Option<bool> {
        // SAFETY: the tag says that it is a boolean.
        (self.tag() == q::JS_TAG_BOOL).then(|| unsafe { q::JS_VALUE_GET_BOOL(self.0) })
    }

    pub(crate) fn as_number(&self) -> Option<f64> {
        // SAFETY: the tag says what it is.
        match self.tag() {
            q::JS_TAG_INT => Some(f64::from(unsafe { q::JS_VALUE_GET_INT(self.0) })),
            q::JS_TAG_FLOAT64 => Some(unsafe { q::JS_VALUE_GET_FLOAT64(self.0) }),
            _ => None,
        }
    }

    /// An integer in QuickJS's own form, which most are.
    pub(crate) fn as_small_integer(&self) -> Option<i32> {
        // SAFETY: the tag says what it is.
        (self.tag() == q::JS_TAG_INT).then(|| unsafe { q::JS_VALUE_GET_INT(self.0) })
    }

    pub(crate) fn boolean(value: bool) -> Self {
        Self(if value { q::JS_TRUE } else { q::JS_FALSE })
    }

    pub(crate) fn integer(value: i32) -> Self {
        Self(q::JS_MKVAL(q::JS_TAG_INT, value))
    }

    pub(crate) fn number(value: f64) -> Self {
        Self(q::JS_NewFloat64(value))
    }

    /// A string of UTF-8.
    pub(crate) fn string(text: &str) -> Outcome<Self> {
        // SAFETY: see above.
        Self::check(unsafe { q::JS_NewStringLen(context(), text.as_ptr().cast(), size(text.len())) })
    }

    /// A new `Uint8Array` with these bytes.
    pub(crate) fn bytes(bytes: &[u8]) -> Outcome<Self> {
        // SAFETY: see above.
        Self::check(unsafe { q::JS_NewUint8ArrayCopy(context(), bytes.as_ptr(), size(bytes.len())) })
    }

    /// A new array of these items.
    pub(crate) fn array(items: Vec<Value>) -> Outcome<Self> {
        let items = ManuallyDrop::new(items);
        let count = i32::try_from(items.len()).map_err(|_| out_of_memory())?;
        // SAFETY: `Value` is transparent; QuickJS takes the references, so `items` is not dropped. Its buffer leaks
        // otherwise, so it is made a vector of plain numbers again.
        unsafe {
            let array = q::JS_NewArrayFrom(context(), count, items.as_ptr().cast());
            drop(Vec::from_raw_parts(items.as_ptr().cast_mut().cast::<q::JSValue>(), 0, items.capacity()));
            Self::check(array)
        }
    }

    /// A new plain object without members.
    pub(crate) fn object() -> Outcome<Self> {
        // SAFETY: see above.
        Self::check(unsafe { q::JS_NewObject(context()) })
    }

    /// A native function.
    pub(crate) fn function(name: &str, length: i32, native: Native, number: i32) -> Outcome<Self> {
        let name = c_string(name)?;
        let at = NATIVES.with_borrow_mut(|natives| {
            natives.push((native, number));
            natives.len() - 1
        });
        let at = i32::try_from(at).map_err(|_| out_of_memory())?;
        let call: unsafe extern "C" fn(_, _, _, _, _) -> _ = trampoline;
        // SAFETY: a function of kind `generic_magic` is called with a fifth argument, which is how QuickJS's own header
        // casts it (`JS_NewCFunctionMagic`).
        unsafe {
            let call = std::mem::transmute::<q::JSCFunctionMagic, q::JSCFunction>(Some(call));
            let kind = q::JSCFunctionEnum_JS_CFUNC_generic_magic;
            Self::check(q::JS_NewCFunction2(context(), call, name.as_ptr(), length, kind, at))
        }
    }

    /// The text of a string; of anything else, what `String` makes of it, which may run the program's code.
    pub(crate) fn to_bytes(&self) -> Outcome<Bytes> {
        let mut length = 0;
        // SAFETY: see above.
        let start = unsafe { q::JS_ToCStringLen2(context(), &raw mut length, self.0, false) };
        if start.is_null() { Err(Thrown) } else { Ok(Bytes { start: start.cast(), length: length as usize }) }
    }

    /// The same, with what is no UTF-8 replaced.
    pub(crate) fn to_text(&self) -> Outcome<String> {
        Ok(String::from_utf8_lossy(self.to_bytes()?.as_slice()).into_owned())
    }

    pub(crate) fn get(&self, name: Atom) -> Outcome<Value> {
        // SAFETY: see above.
        Self::check(unsafe { q::JS_GetProperty(context(), self.0, name.0) })
    }

    pub(crate) fn get_named(&self, name: &str) -> Outcome<Value> {
        self.get(Atom::new(name)?)
    }

    pub(crate) fn get_index(&self, index: u32) -> Outcome<Value> {
        // SAFETY: see above.
        Self::check(unsafe { q::JS_GetPropertyUint32(context(), self.0, index) })
    }

    pub(crate) fn length(&self) -> Outcome<i64> {
        let mut length = 0;
        // SAFETY: see above.
        if unsafe { q::JS_GetLength(context(), self.0, &raw mut length) } < 0 { Err(Thrown) } else { Ok(length) }
    }

    /// Whether it has a member of its own by this name.
    pub(crate) fn has_own(&self, name: Atom) -> Outcome<bool> {
        // SAFETY: no descriptor is asked for.
        match unsafe { q::JS_GetOwnProperty(context(), ptr::null_mut(), self.0, name.0) } {
            ..0 => Err(Thrown),
            found => Ok(found > 0),
        }
    }

    /// A member of its own that is a plain value. Of a proxy it would ask the handler.
    pub(crate) fn own(&self, name: Atom) -> Option<Value> {
        let mut found = MaybeUninit::<q::JSPropertyDescriptor>::uninit();
        // SAFETY: QuickJS fills it in where it finds the member, and gives up what it puts there.
        unsafe {
            match q::JS_GetOwnProperty(context(), found.as_mut_ptr(), self.0, name.0) {
                0 => return None,
                ..0 => {
                    take_exception();
                    return None;
                }
                _ => {}
            }
            let found = found.assume_init();
            drop([Value(found.getter), Value(found.setter)]);
            Some(Value(found.value))
        }
    }

    /// The names of all its own members, private ones at the end; they are kept for ever.
    pub(crate) fn all_names(&self) -> Outcome<Vec<Atom>> {
        let mut names = Vec::new();
        self.each_name(q::JS_GPN_STRING_MASK | q::JS_GPN_PRIVATE_MASK, |name| {
            // SAFETY: see above.
            names.push(Atom(unsafe { q::JS_DupAtom(context(), name.0) }));
            true
        })?;
        Ok(names)
    }

    /// Defines a member; setters of a prototype have no say.
    pub(crate) fn define(&self, name: Atom, value: Value) -> Outcome<()> {
        let flags = q::JS_PROP_C_W_E.cast_signed();
        // SAFETY: see above.
        let done = unsafe { q::JS_DefinePropertyValue(context(), self.0, name.0, value.into_raw(), flags) };
        if done < 0 { Err(Thrown) } else { Ok(()) }
    }

    pub(crate) fn define_named(&self, name: &str, value: Value) -> Outcome<()> {
        self.define(Atom::new(name)?, value)
    }

    /// Calls `visit` for each of its own enumerable members with a string for a name, until it says to stop.
    pub(crate) fn each_own_name(&self, visit: impl FnMut(Atom) -> bool) -> Outcome<()> {
        self.each_name(q::JS_GPN_STRING_MASK | q::JS_GPN_ENUM_ONLY, visit)
    }

    fn each_name(&self, which: u32, mut visit: impl FnMut(Atom) -> bool) -> Outcome<()> {
        let (mut names, mut count) = (ptr::null_mut::<q::JSPropertyEnum>(), 0);
        let flags = which.cast_signed();
        // SAFETY: QuickJS fills in a list of `count` names, which is freed by the call made for it.
        unsafe {
            if q::JS_GetOwnPropertyNames(context(), &raw mut names, &raw mut count, self.0, flags) < 0 {
                return Err(Thrown);
            }
            for at in 0..count as usize {
                if !visit(Atom((*names.add(at)).atom)) {
                    break;
                }
            }
            q::JS_FreePropertyEnum(context(), names, count);
        }
        Ok(())
    }

    /// Calls it as a function.
    pub(crate) fn call(&self, this: &Value, arguments: &[Value]) -> Outcome<Value> {
        let count = i32::try_from(arguments.len()).unwrap_or(i32::MAX);
        let arguments = arguments.as_ptr().cast_mut().cast();
        // SAFETY: `Value` is transparent; QuickJS does not keep the arguments.
        Self::check(unsafe { q::JS_Call(context(), self.0, this.0, count, arguments) })
    }

    /// Calls it as a constructor.
    pub(crate) fn construct(&self, arguments: &[Value]) -> Outcome<Value> {
        let count = i32::try_from(arguments.len()).unwrap_or(i32::MAX);
        let arguments = arguments.as_ptr().cast_mut().cast();
        // SAFETY: as for `call`.
        Self::check(unsafe { q::JS_CallConstructor(context(), self.0, count, arguments) })
    }

    /// Whether its prototypes include that of a class; asks no `Symbol.hasInstance` of the program's for our own classes.
    pub(crate) fn is_instance_of(&self, class: &Value) -> bool {
        // SAFETY: see above.
        match unsafe { q::JS_IsInstanceOf(context(), self.0, class.0) } {
            1 => true,
            0 => false,
            _ => {
                take_exception();
                false
            }
        }
    }

    /// The kind of a typed array; none for anything else.
    pub(crate) fn typed_array(&self) -> Option<q::JSTypedArrayEnum> {
        // SAFETY: see above.
        let kind = unsafe { q::JS_GetTypedArrayType(self.0) };
        u32::try_from(kind).ok()
    }

    /// Copies the bytes a typed array covers to where `place` says, given their number; none where it cannot be had.
    pub(crate) fn copy_typed_array(&self, place: impl FnOnce(usize) -> Outcome<*mut u8>) -> Outcome<()> {
        let (mut offset, mut length, mut item, mut whole) = (0, 0, 0, 0);
        // SAFETY: the view lies in the buffer; whether it still does is checked. Nothing runs between the two.
        unsafe {
            let buffer = q::JS_GetTypedArrayBuffer(context(), self.0, &raw mut offset, &raw mut length, &raw mut item);
            let buffer = Self::check(buffer)?;
            let (offset, length) = (offset as usize, length as usize);
            let place = place(length)?;
            if length == 0 {
                return Ok(());
            }
            let start = q::JS_GetArrayBuffer(context(), &raw mut whole, buffer.0);
            if start.is_null() {
                return Err(Thrown);
            }
            if offset.checked_add(length).is_none_or(|end| end > whole as usize) {
                return Err(throw_type_error("a typed array is out of the bounds of its buffer"));
            }
            ptr::copy_nonoverlapping(start.add(offset), place, length);
        }
        Ok(())
    }

    /// What a promise has come to.
    pub(crate) fn settled(&self) -> Settled {
        // SAFETY: see above.
        match unsafe { q::JS_PromiseState(context(), self.0) } {
            q::JSPromiseStateEnum_JS_PROMISE_PENDING => Settled::Pending,
            q::JSPromiseStateEnum_JS_PROMISE_REJECTED => Settled::Rejected,
            _ => Settled::Fulfilled,
        }
    }

    /// The value or the reason of a settled promise.
    pub(crate) fn promise_result(&self) -> Value {
        // SAFETY: see above.
        Self(unsafe { q::JS_PromiseResult(context(), self.0) })
    }

    /// Whether both are the same object.
    pub(crate) fn is(&self, other: &Value) -> bool {
        self.0 == other.0
    }
}

impl Atom {
    /// The atom of a text.
    pub(crate) fn new(text: &str) -> Outcome<Self> {
        // SAFETY: see above. It is never freed: the names are those of a table, and a few of our own.
        let atom = unsafe { q::JS_NewAtomLen(context(), text.as_ptr().cast(), size(text.len())) };
        if atom == 0 { Err(Thrown) } else { Ok(Self(atom)) }
    }

    /// The text as a string, which it shares.
    pub(crate) fn to_value(self) -> Outcome<Value> {
        // SAFETY: see above.
        Value::check(unsafe { q::JS_AtomToString(context(), self.0) })
    }
}

thread_local! {
    static NATIVES: std::cell::RefCell<Vec<(Native, i32)>> = const { std::cell::RefCell::new(Vec::new()) };
}

unsafe extern "C" fn trampoline(
    _context: *mut q::JSContext,
    _this: q::JSValue,
    count: i32,
    arguments: *mut q::JSValue,
    at: i32,
) -> q::JSValue {
    let native = NATIVES.with_borrow(|natives| natives.get(usize::try_from(at).unwrap_or(usize::MAX)).copied());
    let Some((native, number)) = native else { return q::JS_UNDEFINED };
    let count = usize::try_from(count).unwrap_or(0);
    // SAFETY: QuickJS owns `count` arguments for the time of the call; `Value` is transparent and they are borrowed.
    let arguments = if count == 0 { &[] } else { unsafe { slice::from_raw_parts(arguments.cast::<Value>(), count) } };
    native(arguments, number).map_or(q::JS_EXCEPTION, Value::into_raw)
}

fn c_string(text: &str) -> Outcome<CString> {
    CString::new(text).map_err(|_| throw_type_error("a name with a zero byte"))
}

/// What the engine answers QuickJS.
pub(crate) struct Hooks {
    /// Whether the program must stop.
    pub(crate) interrupt: fn() -> bool,
    /// A promise was rejected without a handler, or got one afterwards.
    pub(crate) rejection: fn(promise: &Value, reason: &Value, handled: bool),
    /// The name of the module that a specifier means to its importer.
    pub(crate) resolve: fn(importer: &str, specifier: &str) -> Outcome<String>,
    /// The module with a name.
    pub(crate) load: fn(name: &str) -> Outcome<Module>,
}

thread_local! {
    static HOOKS: Cell<Option<&'static Hooks>> = const { Cell::new(None) };
}

/// Makes the runtime and the context.
pub(crate) fn start(stack: usize, hooks: &'static Hooks) -> Outcome<()> {
    HOOKS.set(Some(hooks));
    // SAFETY: the first calls of all; a null is what QuickJS returns when there is no memory.
    unsafe {
        let runtime = q::JS_NewRuntime();
        if runtime.is_null() {
            return Err(Thrown);
        }
        q::JS_SetMaxStackSize(runtime, size(stack));
        let context = q::JS_NewContextRaw(runtime);
        if context.is_null() {
            return Err(Thrown);
        }
        CONTEXT.set(context);
        let intrinsics = [
            q::JS_AddIntrinsicBaseObjects,
            q::JS_AddIntrinsicDate,
            q::JS_AddIntrinsicEval,
            q::JS_AddIntrinsicRegExp,
            q::JS_AddIntrinsicJSON,
            q::JS_AddIntrinsicProxy,
            q::JS_AddIntrinsicMapSet,
            q::JS_AddIntrinsicTypedArrays,
            q::JS_AddIntrinsicPromise,
            q::JS_AddIntrinsicWeakRef,
            q::JS_AddIntrinsicAToB,
        ];
        for add in intrinsics {
            if add(context) != 0 {
                return Err(Thrown);
            }
        }
        q::JS_SetInterruptHandler(runtime, Some(interrupt), ptr::null_mut());
        q::JS_SetHostPromiseRejectionTracker(runtime, Some(rejection), ptr::null_mut());
        q::JS_SetModuleLoaderFunc2(runtime, Some(normalize), Some(load), Some(no_attributes), ptr::null_mut());
    }
    Ok(())
}

/// Collects what is garbage, and lets the heap grow by so many bytes before that happens again.
pub(crate) fn collect(room: usize) {
    let runtime = runtime();
    // SAFETY: see above. After a collection QuickJS itself sets the threshold to 1.5 times what is in use.
    unsafe {
        q::JS_RunGC(runtime);
        q::JS_SetGCThreshold(runtime, q::JS_GetGCThreshold(runtime).saturating_add(size(room)));
    }
}

thread_local! {
    static RESERVE: Cell<Option<(*mut q::c_void, Vec<u8>)>> = const { Cell::new(None) };
}

/// Keeps memory back, of QuickJS's and of ours, so that a failure for want of memory can be told.
pub(crate) fn keep_reserve(bytes: usize) {
    // SAFETY: see above; either may be null where there is no memory, which `release_reserve` allows for.
    let theirs = unsafe { q::js_malloc_rt(runtime(), size(bytes)) };
    RESERVE.set(Some((theirs, Vec::with_capacity(bytes))));
}

/// Has the heap grow by so many bytes, which nothing holds yet: for a program to ask the host for more takes longer than
/// all that it does with a little.
pub(crate) fn make_room(bytes: usize) {
    // SAFETY: see above; what comes is given back, and a null may be.
    unsafe { q::js_free_rt(runtime(), q::js_malloc_rt(runtime(), size(bytes))) }
}

/// Whether memory has ever run out. There may be no error of it, for it takes memory to make one.
pub(crate) fn is_out_of_memory_met() -> bool {
    // SAFETY: see above.
    unsafe { JS_IsOutOfMemoryMet(runtime()) }
}

/// Gives back what was kept, once.
pub(crate) fn release_reserve() {
    if let Some((theirs, _ours)) = RESERVE.take() {
        // SAFETY: it was asked for by `keep_reserve`, and is given back once.
        unsafe { q::js_free_rt(runtime(), theirs) }
    }
}

/// Says that the stack starts here.
pub(crate) fn update_stack_top() {
    // SAFETY: see above.
    unsafe { q::JS_UpdateStackTop(runtime()) }
}

/// Runs one job; false when there is none.
pub(crate) fn run_job() -> Outcome<bool> {
    let mut context = ptr::null_mut();
    // SAFETY: see above.
    match unsafe { q::JS_ExecutePendingJob(runtime(), &raw mut context) } {
        ..0 => Err(Thrown),
        ran => Ok(ran > 0),
    }
}

/// The exception that QuickJS holds, which it holds no longer.
pub(crate) fn take_exception() -> Value {
    // SAFETY: see above.
    Value(unsafe { q::JS_GetException(context()) })
}

/// A new error without a message, which holds where the program is.
pub(crate) fn new_error() -> Outcome<Value> {
    // SAFETY: see above.
    Value::check(unsafe { q::JS_NewError(context()) })
}

unsafe extern "C" {
    /// Of quickjs.patch.
    fn JS_NewErrorLike(context: *mut q::JSContext, model: q::JSValue, values: *mut q::JSValue) -> q::JSValue;
    /// Of quickjs.patch.
    fn JS_IsOutOfMemoryMet(runtime: *mut q::JSRuntime) -> bool;
    /// Of quickjs.patch.
    fn JS_HasDefaultExport(context: *mut q::JSContext, module: *mut q::JSModuleDef) -> bool;
}

/// A new error with the members of another, in their order, and these values. It holds where its throw meets the program.
pub(crate) fn new_error_like<const MEMBERS: usize>(model: &Value, values: [Value; MEMBERS]) -> Outcome<Value> {
    let mut values = values.map(Value::into_raw);
    // SAFETY: see above. The model has so many members, for which every caller vouches; QuickJS takes the values.
    Value::check(unsafe { JS_NewErrorLike(context(), model.0, values.as_mut_ptr()) })
}

/// Throws a value.
pub(crate) fn throw(value: Value) -> Thrown {
    // SAFETY: see above.
    unsafe { q::JS_Throw(context(), value.into_raw()) };
    Thrown
}

/// Throws an error that nothing catches.
pub(crate) fn throw_uncatchable(value: Value) -> Thrown {
    // SAFETY: see above; it is an error, which alone can be marked so.
    unsafe { q::JS_SetUncatchableError(context(), value.0) };
    throw(value)
}

pub(crate) fn throw_type_error(text: &str) -> Thrown {
    let text = CString::new(text).unwrap_or_default();
    // SAFETY: the format takes one string.
    unsafe { q::JS_ThrowTypeError(context(), c"%s".as_ptr(), text.as_ptr()) };
    Thrown
}

/// Throws what QuickJS throws when there is no memory.
pub(crate) fn out_of_memory() -> Thrown {
    // SAFETY: see above.
    unsafe { q::JS_ThrowOutOfMemory(context()) };
    Thrown
}

/// The global object.
pub(crate) fn global() -> Value {
    // SAFETY: see above.
    Value(unsafe { q::JS_GetGlobalObject(context()) })
}

/// A module that QuickJS keeps.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Module(*mut q::JSModuleDef);

/// Runs a script in the global scope and gives its value.
pub(crate) fn evaluate_script(name: &str, text: &str) -> Outcome<Value> {
    evaluate(name, text, q::JS_EVAL_TYPE_GLOBAL)
}

/// Compiles a module and finds what it imports; it is not run.
pub(crate) fn compile_module(name: &str, text: &str) -> Outcome<Module> {
    let module = evaluate(name, text, q::JS_EVAL_TYPE_MODULE | q::JS_EVAL_FLAG_COMPILE_ONLY)?;
    // SAFETY: what a module compiles to is a value with the module's tag, whose pointer is the module. The reference is
    // not given back, so it stays.
    Ok(Module(unsafe { q::JS_VALUE_GET_PTR(module.into_raw()) }.cast()))
}

fn evaluate(name: &str, text: &str, flags: u32) -> Outcome<Value> {
    let name = c_string(name)?;
    // QuickJS asks for a zero after the text.
    let mut input = Vec::new();
    input.try_reserve_exact(text.len() + 1).map_err(|_| out_of_memory())?;
    input.extend_from_slice(text.as_bytes());
    input.push(0);
    // SAFETY: see above; `text.len()` leaves the zero out.
    Value::check(unsafe {
        q::JS_Eval(context(), input.as_ptr().cast(), size(text.len()), name.as_ptr(), flags.cast_signed())
    })
}

impl Module {
    /// Whether it is the same.
    pub(crate) fn is(self, other: Module) -> bool {
        self.0 == other.0
    }

    /// Runs it and what it imports; the promise of its end.
    pub(crate) fn evaluate(self) -> Outcome<Value> {
        let module = Value::borrowed(q::JS_MKPTR(q::JS_TAG_MODULE, self.0.cast()));
        // SAFETY: QuickJS takes a reference to the module, which is made for it.
        Value::check(unsafe { q::JS_EvalFunction(context(), Value::clone(&module).into_raw()) })
    }

    /// What it exports, once it ran.
    pub(crate) fn namespace(self) -> Outcome<Value> {
        // SAFETY: see above.
        Value::check(unsafe { q::JS_GetModuleNamespace(context(), self.0) })
    }

    /// Whether it exports anything as its default.
    pub(crate) fn has_default(self) -> bool {
        // SAFETY: see above.
        unsafe { JS_HasDefaultExport(context(), self.0) }
    }

    /// A module of native values; `fill` gives them when it is linked.
    pub(crate) fn native(name: &str, exports: &[String]) -> Outcome<Self> {
        let name = c_string(name)?;
        // SAFETY: see above.
        let module = unsafe { q::JS_NewCModule(context(), name.as_ptr(), Some(fill)) };
        if module.is_null() {
            return Err(Thrown);
        }
        for export in exports {
            let export = c_string(export)?;
            // SAFETY: see above.
            if unsafe { q::JS_AddModuleExport(context(), module, export.as_ptr()) } < 0 {
                return Err(Thrown);
            }
        }
        Ok(Self(module))
    }

    /// Sets an export of a native module.
    pub(crate) fn export(self, name: &str, value: Value) -> Outcome<()> {
        let name = c_string(name)?;
        // SAFETY: see above.
        let done = unsafe { q::JS_SetModuleExport(context(), self.0, name.as_ptr(), value.into_raw()) };
        if done < 0 { Err(Thrown) } else { Ok(()) }
    }
}

thread_local! {
    /// What fills the native module in when it is linked.
    static FILL: Cell<Option<fn(Module) -> Outcome<()>>> = const { Cell::new(None) };
}

/// Says what fills in native modules with exports.
pub(crate) fn fill_native_modules(by: fn(Module) -> Outcome<()>) {
    FILL.set(Some(by));
}

unsafe extern "C" fn fill(_context: *mut q::JSContext, module: *mut q::JSModuleDef) -> i32 {
    match FILL.get().map_or(Ok(()), |fill| fill(Module(module))) {
        Ok(()) => 0,
        Err(Thrown) => -1,
    }
}

unsafe extern "C" fn interrupt(_runtime: *mut q::JSRuntime, _: *mut q::c_void) -> i32 {
    HOOKS.get().map_or(0, |hooks| i32::from((hooks.interrupt)()))
}

unsafe extern "C" fn rejection(
    _context: *mut q::JSContext,
    promise: q::JSValue,
    reason: q::JSValue,
    handled: bool,
    _: *mut q::c_void,
) {
    if let Some(hooks) = HOOKS.get() {
        (hooks.rejection)(&Value::borrowed(promise), &Value::borrowed(reason), handled);
    }
}

unsafe extern "C" fn normalize(
    context: *mut q::JSContext,
    importer: *const q::c_char,
    specifier: *const q::c_char,
    _: *mut q::c_void,
) -> *mut q::c_char {
    let Some(hooks) = HOOKS.get() else { return ptr::null_mut() };
    // SAFETY: both are texts of QuickJS's that end in a zero, alive for the call.
    let (importer, specifier) = unsafe { (text_of(importer), text_of(specifier)) };
    match (hooks.resolve)(&importer, &specifier) {
        // SAFETY: QuickJS frees its copy.
        Ok(name) => unsafe { q::js_strndup(context, name.as_ptr().cast(), size(name.len())) },
        Err(Thrown) => ptr::null_mut(),
    }
}

/// What is said of an import with attributes.
pub(crate) const NO_ATTRIBUTES: &str = "an import has no attributes here, so nothing stands behind its module's name";

/// With attributes a module is another one, and of the SDK there is one alone.
unsafe extern "C" fn no_attributes(_: *mut q::JSContext, _: *mut q::c_void, _: q::JSValue) -> i32 {
    let Thrown = throw_type_error(NO_ATTRIBUTES);
    -1
}

unsafe extern "C" fn load(
    _context: *mut q::JSContext,
    name: *const q::c_char,
    _: *mut q::c_void,
    _attributes: q::JSValue,
) -> *mut q::JSModuleDef {
    let Some(hooks) = HOOKS.get() else { return ptr::null_mut() };
    // SAFETY: a text of QuickJS's that ends in a zero, alive for the call.
    let name = unsafe { text_of(name) };
    (hooks.load)(&name).map_or(ptr::null_mut(), |module| module.0)
}

/// # Safety
///
/// It is a text that ends in a zero.
unsafe fn text_of(text: *const q::c_char) -> String {
    // SAFETY: the caller says so.
    unsafe { std::ffi::CStr::from_ptr(text) }.to_string_lossy().into_owned()
}
