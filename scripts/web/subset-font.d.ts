declare module 'subset-font' {
  /** @returns the font reduced to these letters */
  export default function subsetFont(
    font: Uint8Array,
    letters: string,
    options: {
      targetFormat: 'woff2'
      variationAxes?: Record<string, number | { min: number; max: number; default: number }>
      keepFeatures?: readonly string[]
    },
  ): Promise<Uint8Array>
}
