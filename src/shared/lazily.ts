/**
 * Creates a value on first use. Used for formats of `Intl`: the first segmenter takes 10 ms, which would delay
 * every screen.
 */
export function lazily<Value extends object | string>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
