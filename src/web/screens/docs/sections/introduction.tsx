import type { DocsSection } from '../docs-topic.ts'
import { Picture } from '../picture.tsx'
import { pictures } from '../pictures.ts'
import { TopicLink } from '../topic-link.tsx'

export const introductionSection: DocsSection = {
  slug: 'introduccion',
  title: 'Introducción',
  content: (
    <>
      <p>
        TradingView dispara una alerta; Pregonero la guarda, la escribe con tu plantilla y la lleva
        a tu chat, grupo o canal de Telegram, en segundos y en orden.
      </p>
      <Picture of={pictures.dashboard} alt="El Panel, con las cifras del día y la actividad" />
      <h3>Qué ganas con Pregonero</h3>
      <ul>
        <li>
          <b>Nada de lo que llega se pierde.</b> Cada alerta queda guardada antes de contestar a
          TradingView. Si Telegram falla un momento, Pregonero insiste.
        </li>
        <li>
          <b>Mensajes a tu manera, que se tocan.</b> Una plantilla dice cómo se leen, con{' '}
          <TopicLink slug="botones">botones</TopicLink> que abren el gráfico o copian el precio y
          con la hora de quien lee. La vista previa los muestra como llegarán.
        </li>
        <li>
          <b>Ráfagas sin atascos.</b> Cuando todo salta al cierre de la vela, lo que tuvo que
          esperar sale junto, en un solo mensaje y en orden.
        </li>
        <li>
          <b>Siempre sabes qué pasó.</b> El historial dice de cada alerta qué llegó, qué se envió y,
          si falló, por qué y qué hacer.
        </li>
        <li>
          <b>Tus datos son tuyos.</b> Todo está en el servidor donde se instaló Pregonero, y cada
          cuenta solo ve lo suyo. Los tokens de tus bots se guardan cifrados.
        </li>
      </ul>
      <h3>En cuatro pasos</h3>
      <ol>
        <li>Crea un bot con @BotFather en Telegram y copia su token.</li>
        <li>
          Pégalo en una <TopicLink slug="conexiones">conexión</TopicLink> nueva y abre el enlace, o
          su código QR: el chat se conecta solo y recibe el primer mensaje.
        </li>
        <li>
          Pega su JSON y la URL de su webhook en una{' '}
          <TopicLink slug="tradingview">alerta de TradingView</TopicLink>.
        </li>
        <li>
          Cuando quieras, cambia el texto con una <TopicLink slug="plantillas">plantilla</TopicLink>{' '}
          tuya.
        </li>
      </ol>
    </>
  ),
}
