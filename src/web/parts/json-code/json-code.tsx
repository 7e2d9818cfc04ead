import { Children, type ReactNode } from 'react'
import classes from './json-code.module.css'
import { type JsonToken, jsonTokens } from './json-tokens.ts'

interface JsonCodeProps {
  /** JSON, which is coloured, or a text that was meant to be. */
  text: string
  plain?: boolean
}

/** JSON to read, in our colours; what TradingView fills in stands out. */
export function JsonCode({ text, plain }: JsonCodeProps) {
  return (
    <pre className={classes.code}>
      {plain ? text : Children.toArray(jsonTokens(text).map(colored))}
    </pre>
  )
}

const colored = ({ kind, text }: JsonToken): ReactNode =>
  kind === 'value' ? text : <span className={classes[kind]}>{text}</span>
