import { ActionIcon, Input } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconHelpCircle } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { connectionLabels } from '#shared/texts/connections.ts'
import { tip } from '#web/ui/tips.tsx'
import classes from './explained.module.css'
import { type HelpTopic, helpTopics } from './help-topics.tsx'

interface ExplainedProps {
  topic: HelpTopic
  className?: string | undefined
  /** The right end of the label's line. */
  aside?: ReactNode
  /** Renders the field with the id that its label points to. */
  children: (id: string) => ReactNode
}

/** A field whose label is followed by the icon that explains it. */
export function Explained({ topic, className, aside, children }: ExplainedProps) {
  const id = useId()
  const { question } = helpTopics[topic]
  return (
    <div className={className}>
      <div className={classes.label}>
        <Input.Label htmlFor={id}>{connectionLabels[topic]}</Input.Label>
        <ActionIcon
          {...tip(question)}
          className={classes.help}
          size="sm"
          aria-label={question}
          onClick={() => openHelp(topic)}
        >
          <IconHelpCircle />
        </ActionIcon>
        {aside && <div className={classes.aside}>{aside}</div>}
      </div>
      {children(id)}
    </div>
  )
}

/** Explains a field in a modal above the form. */
function openHelp(topic: HelpTopic): void {
  const { title, answer } = helpTopics[topic]
  modals.open({
    title,
    size: 520,
    classNames: { header: classes.head, title: classes.title, body: classes.body },
    closeButtonProps: { 'aria-label': 'Cerrar' },
    children: answer,
  })
}
