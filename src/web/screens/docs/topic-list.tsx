import { Accordion } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { copyTexts } from '#web/parts/copy-texts.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import type { DocsSection } from './docs-topic.ts'
import { markHits } from './mark-hits.tsx'
import classes from './topic-list.module.css'

interface TopicListProps {
  topics: readonly DocsSection[]
  /** Heading level. */
  order: 2 | 3
  /** Slugs of the open topics on this level and below. */
  open: readonly string[]
  onToggle: (slug: string) => void
  /** Search words to mark. */
  words: readonly string[]
}

/** Collapsible topics, each with its own address; questions form a nested list. */
export function TopicList({ topics, order, open, onToggle, words }: TopicListProps) {
  const own = topics.map(({ slug }) => slug).filter(slug => open.includes(slug))
  return (
    <Accordion
      multiple
      value={own}
      onChange={slugs => {
        for (const slug of changed(own, slugs)) onToggle(slug)
      }}
      order={order}
      chevron={<IconChevronDown />}
      transitionDuration={0}
      keepMounted={false}
      classNames={{
        item: classes.item,
        itemTitle: classes.heading,
        control: classes.control,
        label: classes.title,
        chevron: classes.chevron,
        content: classes.content,
      }}
      data-level={order}
    >
      {topics.map(({ slug, title, content, questions }) => (
        <Accordion.Item key={slug} value={slug} id={slug}>
          <div className={classes.bar}>
            <Accordion.Control>{markHits(title, words)}</Accordion.Control>
            <div className={classes.copy}>
              <CopyButton
                value={new URL(`/docs#${slug}`, window.location.href).href}
                label={`Copiar enlace a «${title}»`}
                texts={copyTexts.link}
              />
            </div>
          </div>
          <Accordion.Panel>
            <div className={classes.text}>{markHits(content, words)}</div>
            {questions && (
              <div className={classes.questions}>
                <TopicList
                  topics={questions}
                  order={3}
                  open={open}
                  onToggle={onToggle}
                  words={words}
                />
              </div>
            )}
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

const changed = (before: readonly string[], after: readonly string[]): string[] => [
  ...before.filter(slug => !after.includes(slug)),
  ...after.filter(slug => !before.includes(slug)),
]
