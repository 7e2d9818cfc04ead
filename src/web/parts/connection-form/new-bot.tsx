import { Anchor, List } from '@mantine/core'
import classes from './connection-fields.module.css'

/** How to get a token, for users without a bot. */
export const NewBot = () => (
  <div className={`${classes.wide} ${classes.newBot}`}>
    <p>¿Aún no tienes un bot? Se crea en Telegram en un minuto:</p>
    <List type="ordered">
      <List.Item>
        Abre{' '}
        <Anchor
          className={classes.link}
          href="https://t.me/BotFather"
          target="_blank"
          rel="noopener noreferrer"
          underline="always"
        >
          @BotFather
        </Anchor>{' '}
        y envíale <code>/newbot</code>.
      </List.Item>
      <List.Item>Ponle un nombre, y un usuario que acabe en «bot».</List.Item>
      <List.Item>Copia el token que te da y pégalo aquí arriba.</List.Item>
    </List>
  </div>
)
