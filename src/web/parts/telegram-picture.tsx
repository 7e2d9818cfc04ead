import { IconPhoto } from '@tabler/icons-react'
import { OutsideLink } from './outside-link.tsx'
import classes from './telegram-picture.module.css'

/** Placeholder where Telegram shows a picture; the page itself never requests one from a stranger. */
export function TelegramPicture({ url }: { url: string }) {
  return (
    <div className={classes.card}>
      <OutsideLink className={classes.host} url={url}>
        {URL.parse(url)?.host ?? url}
      </OutsideLink>
      <div className={classes.picture}>
        <IconPhoto />
        Telegram muestra aquí la imagen
      </div>
    </div>
  )
}
