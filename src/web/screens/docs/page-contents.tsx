import { useId } from 'react'
import text from '#web/ui/text.module.css'
import { docsSections } from './docs-sections.ts'
import classes from './page-contents.module.css'
import { TopicLink } from './topic-link.tsx'

/** The sections, beside them where there is room. */
export function PageContents() {
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
