//! Values of options of the command line.

/// A value of an option of the command line that is one of the words of a type.
pub fn word<T: clew_puzzle::puzzle::keyword::Keyword + Send + Sync>()
-> impl clap::builder::TypedValueParser<Value = T> {
    use clap::builder::TypedValueParser;
    clap::builder::PossibleValuesParser::new(T::words())
        .map(|word| word.parse().expect("one of the words"))
}
