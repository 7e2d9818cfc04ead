import { IconCircleCheck } from '@tabler/icons-react'
import classes from './saved-mark.module.css'

/** Where a form says that it was saved. It always stands, so that it is heard when it does. */
export const SavedMark = ({ children }: { children: string | false }) => (
  <div className={classes.mark} role="status">
    {children && (
      <>
        <IconCircleCheck />
        {children}
      </>
    )}
  </div>
)
