import { ActionIcon, Box, Divider, Modal, SegmentedControl } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import classes from './dialog.module.css'
import pull from './pull-down.module.css'
import { rememberFocus } from './remember-focus.ts'
import text from './text.module.css'
import { useOpened } from './use-opening.ts'
import { usePhone } from './use-phone.ts'
import { usePullDown } from './use-pull-down.ts'

interface DialogProps {
  opened: boolean
  onClose: () => void
  /** Called after the closing transition. */
  onClosed?: () => void
  title: string
  /** After the title: an id, a status chip. */
  titleAside?: ReactNode
  /** Icon buttons before the closing one. */
  headActions?: ReactNode
  /** Pixels, or Mantine's extra large. */
  width: number | 'xl'
  /**
   * Makes body and foot a form, which a click outside the dialog does not close. Its first field carries
   * `data-autofocus`.
   */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
  /** Above the columns, or above the content of each tab. */
  lead?: ReactNode
  /** Right column, such as a preview of the left one; on phones a tab of its own, the first one if `isFirst`. */
  side?: {
    content: ReactNode
    tab: string
    mainTab: string
    width: number
    isFirst?: boolean
  }
  /** Right end of the foot: «Cancelar» and the action. */
  foot?: ReactNode
  footStart?: ReactNode
}

/** Head of 56 px, scrolling body, foot of at least 64 px; the whole screen on phones, where the head may grow. */
export function Dialog({
  opened,
  onClose,
  onClosed,
  title,
  titleAside,
  headActions,
  width,
  onSubmit,
  children,
  lead,
  side,
  foot,
  footStart,
}: DialogProps) {
  const phone = usePhone()
  const { sheet, head } = usePullDown(onClose, phone)
  const { opened: stands } = useOpened()
  const content = (
    <>
      <Body title={title} lead={lead} side={side}>
        {children}
      </Body>
      {(foot || footStart) && (
        <div className={classes.foot}>
          <div className={`${classes.footStart} ${text.quiet}`}>{footStart}</div>
          {foot}
        </div>
      )}
    </>
  )

  return (
    <Modal.Root
      // Mounted closed and then opened: otherwise Mantine would not give the focus back on closing.
      opened={opened && stands}
      onClose={onClose}
      size={width}
      classNames={{ content: classes.dialog }}
      fullScreen={phone}
      closeOnClickOutside={!onSubmit}
      {...(onClosed && { onExitTransitionEnd: onClosed })}
    >
      <Modal.Overlay />
      <Modal.Content ref={sheet}>
        <div ref={head} className={`${classes.head} ${pull.head}`} data-dialog-head>
          <div className={classes.heading}>
            <Modal.Title
              className={`${classes.title} ${text.line}`}
              tabIndex={-1}
              data-autofocus={onSubmit ? undefined : true}
            >
              <span title={title}>{title}</span>
            </Modal.Title>
            {titleAside}
          </div>
          <div className={classes.headActions}>
            {headActions}
            {headActions && <Divider orientation="vertical" className={classes.rule} />}
            <ActionIcon size="lg" aria-label="Cerrar" onClick={onClose}>
              <IconX />
            </ActionIcon>
          </div>
        </div>
        {onSubmit ? (
          <form className={classes.form} onSubmit={onSubmit} noValidate>
            {content}
          </form>
        ) : (
          content
        )}
      </Modal.Content>
    </Modal.Root>
  )
}

interface BodyProps {
  title: string
  lead: ReactNode
  side: DialogProps['side']
  children: ReactNode
}

/** Mounted when the dialog opens, so that it begins with the first tab each time. */
function Body({ title, lead, side, children }: BodyProps) {
  const [shown, setShown] = useState<'main' | 'side'>(side?.isFirst ? 'side' : 'main')
  // Saving may move the control that opened the dialog to another place in a list.
  const [restoreFocus] = useState(rememberFocus)
  useEffect(() => restoreFocus, [restoreFocus])
  return (
    <>
      {side && (
        <SegmentedControl
          classNames={{ root: classes.tabs, label: classes.tab }}
          fullWidth
          aria-label={title}
          value={shown}
          onChange={value => setShown(value === 'side' ? 'side' : 'main')}
          data={tabsOf(side)}
        />
      )}
      <div className={classes.body} data-shown={side && shown}>
        {lead && <div className={classes.lead}>{lead}</div>}
        <div className={classes.main}>{children}</div>
        {side && (
          <Box className={classes.side} __vars={{ '--side-width': `${side.width}px` }}>
            {side.content}
          </Box>
        )}
      </div>
    </>
  )
}

function tabsOf({ mainTab, tab, isFirst = false }: NonNullable<DialogProps['side']>) {
  const tabs = [
    { value: 'main', label: mainTab },
    { value: 'side', label: tab },
  ]
  return isFirst ? tabs.reverse() : tabs
}
