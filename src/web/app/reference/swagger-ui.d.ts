declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** What a plugin gets: the React that the viewer carries. */
  export type System = { React: { createElement: CreateElement } }
  export type CreateElement = (
    type: unknown,
    props: object | null,
    ...children: unknown[]
  ) => unknown

  export default function swaggerUi(options: {
    url: string
    dom_id: string
    deepLinking: boolean
    docExpansion: 'list' | 'full' | 'none'
    /** How many levels of each schema stand open; -1: no schemas. */
    defaultModelsExpandDepth: number
    filter: boolean
    syntaxHighlight: { activated: boolean }
    validatorUrl: null
    plugins: ((system: System) => object)[]
  }): void
}
