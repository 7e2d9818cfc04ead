declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** Argument of a plugin: the React bundled in the viewer. */
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
    /** Levels of each schema that are open at first; -1: no schemas. */
    defaultModelsExpandDepth: number
    filter: boolean
    syntaxHighlight: { activated: boolean }
    validatorUrl: null
    plugins: ((system: System) => object)[]
  }): void
}
