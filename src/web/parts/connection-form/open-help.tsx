import { modals } from '@mantine/modals'
import { type HelpTopic, helpTopics } from './help-topics.tsx'
import classes from './open-help.module.css'

/** Explains a field in a modal above the form. */
export function openHelp(topic: HelpTopic): void {
  const { title, answer } = helpTopics[topic]
  modals.open({
    title,
    size: 520,
    classNames: { header: classes.head, title: classes.title, body: classes.body },
    closeButtonProps: { 'aria-label': 'Cerrar' },
    children: answer,
  })
}
