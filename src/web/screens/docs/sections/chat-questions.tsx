import type { DocsTopic } from '../docs-topic.ts'

/** About Telegram's chats. */
export const chatQuestions: readonly DocsTopic[] = [
  {
    slug: 'id-de-chat',
    title: '¿Cómo encuentro el ID de chat?',
    content: (
      <>
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
    slug: 'supergrupo',
    title: 'Mi grupo pasó a supergrupo. ¿Tengo que cambiar algo?',
    content: (
      <p>
        No. Telegram le da otro ID de chat y se lo dice a Pregonero, que lo guarda en todas tus
        conexiones con ese grupo, envía otra vez la alerta y te avisa con una notificación.
      </p>
    ),
  },
]
