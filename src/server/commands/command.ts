import type { Config } from '#server/base/config.ts'
import type { Log } from '#server/base/log.ts'

export type Command = {
  /** What its one operand is called where it takes one. */
  operand?: 'EMAIL'
  options: readonly (keyof Options)[]
  /**
   * @returns what to print
   * @throws CommandError
   */
  run: (call: CommandCall) => Promise<string>
}

export type Options = { name?: string; 'password-stdin'?: boolean }

export type CommandCall = {
  /** Empty where the command takes none. */
  operand: string
  options: Options
  config: Config
  terminal: Terminal
}

/** Everything is written to standard error: standard output is the command's answer alone. */
export type Terminal = {
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  errors: NodeJS.WritableStream
  log: Log
  /** @param line Spanish */
  say: (line: string) => void
  /** Shows how far the command is in place of what it showed before; nothing clears the line. */
  progress: (line?: string) => void
}

/** A command that cannot be carried out; the message is Spanish. */
export class CommandError extends Error {
  override name = 'CommandError'
}
