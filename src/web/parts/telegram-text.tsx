import { Children, type ReactNode, useState } from 'react'
import { type Entity, type MessageNode, messageTree } from './message-tree.ts'
import { OutsideLink } from './outside-link.tsx'
import { ReadersTime } from './readers-time.tsx'
import classes from './telegram-text.module.css'

interface TelegramTextProps {
  message: { text: string; entities: Entity[] }
  missing: string[]
}

/** Text and entities as elements; markup is never inserted into the page as a string. */
export function TelegramText({ message, missing }: TelegramTextProps) {
  return <div className={classes.text}>{render(messageTree(message, missing))}</div>
}

const render = (nodes: MessageNode[]): ReactNode => Children.toArray(nodes.map(renderNode))

function renderNode(node: MessageNode): ReactNode {
  if (node.kind === 'text') return node.text
  if (node.kind === 'gap')
    return (
      <span className={classes.gap} title="No se envía: falta el valor">
        {node.text}
      </span>
    )
  if (node.kind === 'missing') return <mark className={classes.missing}>{node.text}</mark>

  const children = render(node.children)
  switch (node.entity.type) {
    case 'bold':
      return <strong>{children}</strong>
    case 'italic':
      return <em>{children}</em>
    case 'underline':
      return <u>{children}</u>
    case 'strikethrough':
      return <s>{children}</s>
    case 'code':
      return <code className={classes.code}>{children}</code>
    case 'pre':
      return <pre className={classes.pre}>{children}</pre>
    case 'blockquote':
      return <blockquote className={classes.quote}>{children}</blockquote>
    case 'expandable_blockquote':
      return <LongQuote>{children}</LongQuote>
    case 'spoiler':
      return <Spoiler text={node.text}>{children}</Spoiler>
    case 'text_link':
      return (
        <OutsideLink className={classes.link} url={node.entity.url}>
          {children}
        </OutsideLink>
      )
    case 'date_time':
      return <ReadersTime entity={node.entity} text={node.text} />
    default:
      return children
  }
}

function Spoiler({ text, children }: { text: string; children: ReactNode }) {
  const [shown, setShown] = useState(false)
  if (shown) return <span className={classes.revealed}>{children}</span>
  return (
    <button
      type="button"
      className={classes.spoiler}
      aria-label="Mostrar el texto oculto"
      onClick={() => setShown(true)}
    >
      <span className={classes.hidden}>{text}</span>
    </button>
  )
}

function LongQuote({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <blockquote className={classes.quote}>
      <div className={classes.folded} data-open={open}>
        {children}
      </div>
      <button
        type="button"
        className={classes.fold}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Mostrar menos' : 'Mostrar más'}
      </button>
    </blockquote>
  )
}
