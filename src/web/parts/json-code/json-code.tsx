import { Children, type ReactNode } from 'react'
import classes from './json-code.module.css'
import { type JsonToken, jsonTokens } from './json-tokens.ts'

interface JsonCodeProps {
  /** JSON to highlight or, with `plain`, any text. */
  text: string
  plain?: boolean
  /** Offset at which a plain text stops being JSON; the text there is marked. */
  faultAt?: number | undefined
}

/** JSON to read, in our colours; TradingView's placeholders are highlighted. */
export function JsonCode({ text, plain, faultAt }: JsonCodeProps) {
  return (
    <pre className={classes.code}>
      {plain ? marked(text, faultAt) : Children.toArray(jsonTokens(text).map(colored))}
    </pre>
  )
}

function marked(text: string, at: number | undefined): ReactNode {
  if (at === undefined) return text
  const [fault = ''] = /^\S[^\s,:]*/.exec(text.slice(at)) ?? []
  return (
    <>
      {text.slice(0, at)}
      <mark className={classes.fault}>{fault || '\u00a0'}</mark>
      {text.slice(at + fault.length)}
    </>
  )
}

const colored = ({ kind, text }: JsonToken): ReactNode =>
  kind === 'value' ? text : <span className={classes[kind]}>{text}</span>
