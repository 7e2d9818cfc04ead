import type { DocsTopic } from '../docs-topic.ts'
import { TopicLink } from '../topic-link.tsx'

/** Questions about Telegram chats. */
export const chatQuestions: readonly DocsTopic[] = [
  {
    slug: 'id-de-chat',
    title: '¿Cómo encuentro el ID de chat?',
    content: (
      <>
        <p>
          No hace falta: al <TopicLink slug="conexiones">conectar con un enlace</TopicLink> lo pone
          Pregonero. Si prefieres escribirlo, con <b>Lo escribo yo</b>:
        </p>
        <ol>
          <li>
            Para recibirlas en privado, abre el chat con tu bot y pulsa <b>Iniciar</b>: un bot no
            puede escribir primero. Para un grupo, añade el bot; para un canal, añádelo como
            administrador.
          </li>
          <li>
            En el formulario de la conexión, con el token ya escrito, pulsa <b>Detectar chat</b> y
            elígelo de la lista.
          </li>
          <li>
            Si un grupo no aparece, escribe en él <code>/start@</code> y el usuario de tu bot, y
            vuelve a intentarlo.
          </li>
        </ol>
        <p>
          De un canal público basta su nombre con la arroba. Los números de grupos y canales llevan
          un signo menos delante, que es parte del ID.
        </p>
      </>
    ),
  },
  {
    slug: 'enlace-sin-chat',
    title: 'He abierto el enlace y mi chat no se conecta',
    content: (
      <>
        <p>
          La misma pantalla dice qué pasa, y casi siempre sigue sola en cuanto se arregla. Puede ser
          que:
        </p>
        <dl>
          <dt>Otro programa escucha a ese bot</dt>
          <dd>
            Telegram da lo que se le escribe a un solo programa. Detén el otro o usa un bot nuevo.
            Si el otro lo recibe por webhook, la pantalla dice en qué dirección y ofrece quitarlo:
            ese programa dejará de recibirlo.
          </dd>
          <dt>El bot no puede escribir ahí</dt>
          <dd>
            En un canal, hazlo administrador con permiso para publicar; en un grupo, deja que envíe
            mensajes. Si lo expulsaron, añádelo otra vez con el enlace; si lo bloqueaste en tu chat,
            desbloquéalo y pulsa <b>Iniciar</b>.
          </dd>
          <dt>El enlace es viejo, ya se usó o es de otra cuenta</dt>
          <dd>Vale diez minutos y una sola vez. Usa el que ves ahora en la pantalla.</dd>
          <dt>Telegram no responde</dt>
          <dd>Pregonero sigue en cuanto conteste. Mientras, deja abierto el formulario.</dd>
          <dt>El grupo no sale en la lista de Telegram</dt>
          <dd>
            Para eso tienes que poder añadir miembros en él. Si no puedes, que añada al bot quien lo
            administra, y elígelo después con <b>Lo escribo yo</b> y <b>Detectar chat</b>.
          </dd>
        </dl>
      </>
    ),
  },
  {
    slug: 'supergrupo',
    title: 'Mi grupo pasó a supergrupo. ¿Tengo que cambiar algo?',
    content: (
      <p>
        No. Telegram le da otro ID de chat y se lo dice a Pregonero, que lo guarda en todas tus
        conexiones con ese grupo, envía otra vez la alerta y te avisa con una notificación. También
        si ocurre mientras lo conectas.
      </p>
    ),
  },
]
