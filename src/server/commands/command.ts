import type { Config } from '#server/base/config.ts'
import type { Environment } from '#server/base/environment.ts'
import type { Log } from '#server/base/log.ts'

export type Command = {
  /** What its one operand is called where it takes one. */
  operand?: 'EMAIL' | 'ARCHIVO'
  options: readonly (keyof Options)[]
} & ({ run: Run } | { runAnyway: RunAnyway })

/**
 * @returns what to print
 * @throws CommandError
 */
export type Run = (call: CommandCall) => Promise<string>

/**
 * Is carried out whatever the configuration is.
 * @param folder where the `.env` file is
 * @param own variables of the process
 * @returns what to print, and whether it is bad news
 */
export type RunAnyway = (
  folder: string,
  own: Environment,
) => Promise<{ said: string; isTrouble: boolean }>

export type Options = {
  name?: string
  'password-stdin'?: boolean
  'with-key'?: boolean
  force?: boolean
  retire?: boolean
}

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

/** A name that an earlier version let in may break lines, steer the terminal or turn the writing round. */
export function inOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '\u{fffd}')
}
