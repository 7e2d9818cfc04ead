import type { Config } from '#server/base/config.ts'
import type { Environment } from '#server/base/environment.ts'
import type { Log } from '#server/base/log.ts'

export type Command = {
  /** Name of its only operand, if it takes one. */
  operand?: 'EMAIL' | 'ARCHIVO'
  options: readonly (keyof Options)[]
} & ({ run: Run } | { runAnyway: RunAnyway })

/**
 * @returns text to print
 * @throws CommandError
 */
export type Run = (call: CommandCall) => Promise<string>

/**
 * Runs even if the configuration is invalid.
 * @param folder folder of the `.env` file
 * @param own variables of the process
 * @returns text to print, and whether it reports a problem
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
  /** Empty if the command takes no operand. */
  operand: string
  options: Options
  config: Config
  terminal: Terminal
}

/** Everything here goes to standard error: standard output is for the command's answer alone. */
export type Terminal = {
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  errors: NodeJS.WritableStream
  log: Log
  /** @param line Spanish */
  say: (line: string) => void
  /** Replaces the progress shown before; without an argument, clears the line. */
  progress: (line?: string) => void
}

/** A command that cannot be carried out; the message is Spanish. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/**
 * Replaces control characters: a name from an earlier version may break lines, control the terminal or
 * reverse the direction of writing.
 */
export function inOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '\u{fffd}')
}
