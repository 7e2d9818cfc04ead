import { Anchor, List } from '@mantine/core'
import type { ReactNode } from 'react'

export type HelpTopic = 'telegramBotToken' | 'telegramChatId' | 'templateId'

interface Help {
  /** A beginner's question at the field. */
  question: string
  title: string
  answer: ReactNode
}

/** Help for beginners with each field, step by step. */
export const helpTopics: Record<HelpTopic, Help> = {
  telegramBotToken: {
    question: '¿De dónde lo saco?',
    title: 'Cómo conseguir el token de bot',
    answer: (
      <>
        <p>
          Es la contraseña de tu bot de Telegram. Con ella Pregonero escribe en tu chat en nombre
          del bot. Si aún no tienes uno, se crea en un minuto:
        </p>
        <List type="ordered">
          <List.Item>
            Abre en Telegram el chat con <Telegram name="BotFather" /> y pulsa <b>Iniciar</b>.
          </List.Item>
          <List.Item>
            Envíale <code>/newbot</code>.
          </List.Item>
          <List.Item>
            Escribe el nombre del bot y después su usuario, que tiene que acabar en <code>bot</code>
            .
          </List.Item>
          <List.Item>
            BotFather te contesta con el token. Cópialo entero: los números, los dos puntos y lo que
            sigue.
          </List.Item>
        </List>
        <pre>123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc</pre>
        <p>
          Quien tenga el token puede escribir como tu bot: no lo compartas. Pregonero lo guarda
          cifrado y no vuelve a mostrarlo. Si lo has perdido, pide a BotFather <code>/mybots</code>,
          elige el bot y pulsa <b>API Token</b>.
        </p>
      </>
    ),
  },
  telegramChatId: {
    question: '¿Cómo lo encuentro?',
    title: 'Cómo encontrar el ID de chat',
    answer: (
      <>
        <p>Dice a qué chat escribe el bot. Es distinto según adónde quieras recibir las alertas.</p>
        <h3>A ti, en privado</h3>
        <List type="ordered">
          <List.Item>
            Abre el chat con tu bot y pulsa <b>Iniciar</b>: un bot no puede escribir primero.
          </List.Item>
          <List.Item>
            De vuelta en este formulario, pulsa <b>Detectar chat</b> y elige tu nombre.
          </List.Item>
        </List>
        <h3>A un canal público</h3>
        <List type="ordered">
          <List.Item>Añade el bot al canal como administrador que puede publicar.</List.Item>
          <List.Item>
            Escribe el nombre del canal con su arroba, por ejemplo <code>@macro_al_dia</code>.
          </List.Item>
        </List>
        <h3>A un grupo o un canal privado</h3>
        <List type="ordered">
          <List.Item>Añade el bot al grupo, o al canal como administrador.</List.Item>
          <List.Item>
            Pulsa <b>Detectar chat</b> y elígelo. Si no aparece, escribe en él <code>/start@</code>{' '}
            y el usuario de tu bot, y vuelve a intentarlo.
          </List.Item>
        </List>
        <p>
          También puedes copiar el número a mano: abre el chat en <code>web.telegram.org/a</code> y
          está al final de la dirección, detrás de <code>#</code>. Lleva un signo menos en grupos y
          canales, por ejemplo <code>-1001847362915</code>.
        </p>
        <p>Guarda la conexión y pulsa «Probar»: si el mensaje llega, el ID es el correcto.</p>
      </>
    ),
  },
  templateId: {
    question: '¿Para qué sirve?',
    title: 'Para qué sirve la plantilla de mensaje',
    answer: (
      <>
        <p>
          Es el texto que llega a Telegram. Lo que está entre llaves dobles se sustituye por el
          valor que TradingView envía con ese nombre:
        </p>
        <pre>{'{{symbol}} {{side}} a {{price}}'}</pre>
        <p>
          Si la alerta trae <code>symbol</code>, <code>side</code> y <code>price</code>, en el chat
          se lee, por ejemplo:
        </p>
        <pre>BTCUSDT buy a 94312.50</pre>
        <p>
          Una misma plantilla sirve a varias conexiones. Puedes ver, cambiar y crear plantillas en
          la sección «Plantillas».
        </p>
      </>
    ),
  },
}

function Telegram({ name }: { name: string }) {
  return (
    <Anchor href={`https://t.me/${name}`} target="_blank" rel="noopener noreferrer">
      @{name}
    </Anchor>
  )
}
