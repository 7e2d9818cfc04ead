/** Thrown by a check; answered as `{ok: false, error_code, description, parameters}`. */
export class Refusal extends Error {
  readonly status: number
  readonly parameters: Record<string, number> | undefined

  constructor(status: number, description: string, parameters?: Record<string, number>) {
    super(description)
    this.status = status
    this.parameters = parameters
  }
}

export const badRequest = (description: string): Refusal =>
  new Refusal(400, `Bad Request: ${description}`)
