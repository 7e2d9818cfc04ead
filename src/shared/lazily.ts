/**
 * Makes a value when it is first asked for. The formats of `Intl` are kept so: the first segmenter takes 10 ms,
 * which every screen would wait for.
 */
export function lazily<Value extends object | string>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
