import { Anchor, Button, Card } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useId, useMemo, useRef } from 'react'
import { MAX_SEARCH_LENGTH } from '#shared/limits.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterCount, FilterField } from '#web/ui/filters.tsx'
import { Page } from '#web/ui/page.tsx'
import text from '#web/ui/text.module.css'
import { useAddressText } from '#web/ui/use-address-text.ts'
import classes from './docs-screen.module.css'
import { docsSections } from './docs-sections.ts'
import { findTopics, searchWords, slugsOf, topicCountLine } from './find-topics.ts'
import { LeadContext, TopicLink } from './topic-link.tsx'
import { TopicList } from './topic-list.tsx'
import { useOpenTopics } from './use-open-topics.ts'

export function DocsScreen() {
  const { search = '' } = useSearch({ from: '/shell/docs' })
  const navigate = useNavigate({ from: '/docs' })
  const [text, setText] = useAddressText(search, typed =>
    navigate({
      search: { search: typed || undefined },
      // A search may hide the topic that the hash names.
      hash: typed === '' ? true : '',
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    }),
  )
  const words = useMemo(() => searchWords(text), [text])
  const found = useMemo(() => findTopics(docsSections, words), [words])
  const topics = useOpenTopics({
    words,
    shown: useMemo(() => slugsOf(found), [found]),
    clearSearch: () => setText(''),
  })
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    setText('')
    field.current?.focus()
  }

  return (
    <Page
      title="Documentación"
      width="text"
      filters={
        <>
          <FilterField
            placeholder="Buscar en la documentación"
            label="Buscar en la documentación"
            maxLength={MAX_SEARCH_LENGTH}
            value={text}
            onChange={setText}
            ref={field}
          />
          <FilterCount>{topicCountLine(docsSections, found)}</FilterCount>
        </>
      }
    >
      <LeadContext value={topics.leadTo}>
        <div className={classes.content}>
          {found.length === 0 ? (
            <EmptyState
              icon={IconSearchOff}
              title="Nada coincide con la búsqueda"
              action={<Button onClick={clear}>Limpiar</Button>}
            >
              Prueba con menos palabras: cada una tiene que aparecer en el apartado.
            </EmptyState>
          ) : (
            <Card padding={0}>
              <TopicList
                topics={found}
                order={2}
                open={topics.open}
                onToggle={topics.toggle}
                words={words}
              />
            </Card>
          )}
          <PageContents />
          <ForProgrammers />
        </div>
      </LeadContext>
    </Page>
  )
}

/** Table of contents, beside the sections where there is room. */
function PageContents() {
  const titleId = useId()
  return (
    <div className={classes.beside}>
      <nav className={classes.contents} aria-labelledby={titleId}>
        <h2 id={titleId} className={`${classes.title} ${text.quiet}`}>
          En esta página
        </h2>
        <ul className={classes.list}>
          {docsSections.map(({ slug, title }) => (
            <li key={slug}>
              <TopicLink slug={slug} className={classes.entry}>
                {title}
              </TopicLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

function ForProgrammers() {
  return (
    <p className={text.quiet}>
      ¿Programas? La{' '}
      <Anchor inherit underline="always" href="/api/reference">
        referencia de la API
      </Anchor>{' '}
      muestra cada llamada y deja probarla.
    </p>
  )
}
