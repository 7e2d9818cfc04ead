import { TextLink } from '#web/ui/links.tsx'
import type { DocsTopic } from '../docs-topic.ts'
import { TopicLink } from '../topic-link.tsx'

/** Questions about failing to sign in, confirming the identity, refused tokens, and activity of strangers. */
export const securityQuestions: readonly DocsTopic[] = [
  {
    slug: 'movil-perdido',
    title: 'He perdido el móvil. ¿Cómo entro?',
    content: (
      <>
        <p>De cualquiera de estas formas:</p>
        <ul>
          <li>
            con tu contraseña y un <b>código de recuperación</b>, que se escribe en lugar del código
            del móvil;
          </li>
          <li>con una llave de acceso que esté en otro aparato;</li>
          <li>en un navegador en el que tu sesión siga abierta.</li>
        </ul>
        <p>
          Después, en <TextLink to="/settings/security">Seguridad</TextLink>, quita el segundo
          factor y actívalo con el móvil nuevo, elimina la llave de acceso que estuviera en el
          perdido y cierra su sesión.
        </p>
      </>
    ),
  },
  {
    slug: 'sin-codigos',
    title: 'No tengo ni el móvil ni códigos de recuperación',
    content: (
      <>
        <p>
          Entonces te ayuda quien administra el servidor, con una orden que te pone otra contraseña
          y quita la verificación en dos pasos y las llaves de acceso:
        </p>
        <p>
          <code>npm run pregonero -- user password tu@correo.com</code>
        </p>
        <p>
          No hay otro camino: Pregonero no envía correos, para que nadie entre por ellos. Tus
          alertas siguen llegando mientras tanto.
        </p>
      </>
    ),
  },
  {
    slug: 'codigo-no-vale',
    title: 'El código del móvil no vale',
    content: (
      <>
        <p>
          Cambia cada medio minuto y sirve una sola vez: si acabas de usarlo, espera al siguiente.
          Si ninguno vale, el reloj del móvil no va en hora: ponlo en hora automática.
        </p>
        <p>
          Tras muchos códigos equivocados, solo se admiten en navegadores en los que ya habías
          entrado. Un código de recuperación o una llave de acceso valen siempre.
        </p>
      </>
    ),
  },
  {
    slug: 'llave-de-otra-direccion',
    title: 'Mi llave de acceso no aparece, o no puedo añadir una',
    content: (
      <>
        <p>
          Una llave de acceso vale en una sola dirección: la pública de este Pregonero, con https (o
          localhost, para probar). Si lo abres por otra, como la IP o el nombre del equipo en tu
          red, el navegador no la ofrece.
        </p>
        <p>
          Si Pregonero ha cambiado de dirección, las de antes ya no sirven: entra con tu contraseña,
          elimínalas en <TextLink to="/settings/security">Seguridad</TextLink> y añádelas de nuevo.
        </p>
      </>
    ),
  },
  {
    slug: 'confirmar',
    title: '¿Por qué me pide confirmar que soy yo?',
    content: (
      <p>
        Para que nadie aproveche una sesión que dejaste abierta. Lo pide cuando han pasado más de 10
        minutos desde que entraste o lo confirmaste, y solo para lo delicado: exportar, reiniciar,
        cerrar sesiones, y cambiar la contraseña, la verificación en dos pasos, las llaves de acceso
        o los tokens. Confirmas con tu contraseña o con una llave de acceso, y lo que pediste sigue
        solo.
      </p>
    ),
  },
  {
    slug: 'token-rechazado',
    title: 'Mi programa entraba con un token y ahora se le rechaza',
    content: (
      <>
        <p>
          <b>Con 401</b>, el token no vale: caducó, se eliminó o no está entero. Va en la cabecera{' '}
          <code>Authorization: Bearer pgn_…</code>, y donde hay una, la cookie no cuenta.
        </p>
        <p>
          <b>Con 403</b>, vale, pero no para eso: es de solo leer, o es una llamada que ningún token
          puede hacer, como exportar o cerrar sesiones. La respuesta dice cuál de las dos.
        </p>
        <p>
          En <TextLink to="/settings/security">Seguridad</TextLink> se ve hasta cuándo vale cada uno
          y cuándo se usó por última vez. Uno perdido no se puede volver a ver: elimínalo y crea
          otro.
        </p>
      </>
    ),
  },
  {
    slug: 'no-he-sido-yo',
    title: 'En «Actividad» hay algo que yo no hice',
    content: (
      <>
        <ol>
          <li>Cambia la contraseña: las demás sesiones se cierran con ella.</li>
          <li>Elimina los tokens y las llaves de acceso que no reconozcas.</li>
          <li>
            Activa la verificación en dos pasos. Si ya la tenías, quítala y actívala otra vez, con
            códigos de recuperación nuevos.
          </li>
          <li>
            Si alguien pudo exportar, da por conocidos los tokens de tus bots: pide otros a
            @BotFather y dale a cada conexión{' '}
            <TopicLink slug="secreto">una dirección nueva</TopicLink>.
          </li>
        </ol>
        <p>
          Solo intentos fallidos no son motivo de alarma: cualquiera puede probar contraseñas. Se
          frenan sin dejarte fuera.
        </p>
      </>
    ),
  },
]
