import { TextLink } from '#web/ui/links.tsx'
import type { DocsSection } from '../docs-topic.ts'
import { TopicLink } from '../topic-link.tsx'
import { securityQuestions } from './security-questions.tsx'

export const securitySection: DocsSection = {
  slug: 'seguridad',
  title: 'Seguridad de tu cuenta',
  content: (
    <>
      <p>
        Quien entra en tu cuenta puede escribir en tus chats en nombre de tus bots. En{' '}
        <TextLink to="/settings/security">Configuración → Seguridad</TextLink> decides cómo se
        entra, y ves desde dónde y qué ha pasado.
      </p>
      <h3>Contraseña</h3>
      <p>
        Una nueva tiene al menos 10 caracteres, sin contar los que sean de tu correo o de palabras
        como «pregonero», y no es ninguna de las que se han filtrado en otros sitios; la que ya
        tenías sigue valiendo. Lo mejor es que la invente y la recuerde un gestor de contraseñas. Al
        cambiarla se cierran las demás sesiones.
      </p>
      <h3>Verificación en dos pasos</h3>
      <p>
        Con ella no basta con saber tu contraseña: hace falta también el código de seis cifras que
        muestra una aplicación de tu móvil. Se activa escaneando un código QR y escribiendo el
        primer código. Después ves, una sola vez, diez <b>códigos de recuperación</b>: guárdalos
        donde no esté el móvil. Cada uno sirve una vez, para el día en que{' '}
        <TopicLink slug="movil-perdido">no lo tengas</TopicLink>.
      </p>
      <h3>Llaves de acceso</h3>
      <p>
        Una llave de acceso (<i lang="en">passkey</i>) es la huella, la cara o el PIN con que
        desbloqueas tu móvil u ordenador, o una llave USB. Con ella entras sin contraseña y sin
        código, y ninguna página falsa te la puede sacar: solo vale en la dirección de este
        Pregonero. Añade dos, en aparatos distintos.
      </p>
      <h3>Sesiones abiertas</h3>
      <p>
        Cada navegador en el que has entrado, desde qué país y dirección, y cuándo se usó por última
        vez. Una sesión termina tras 7 días sin uso, y en todo caso a los 90 días. Si no reconoces
        alguna, ciérrala y cambia la contraseña.
      </p>
      <h3>Tokens de API</h3>
      <p>
        Con un token, un programa tuyo hace lo que haces en el panel sin conocer tu contraseña. Cada
        uno tiene su nombre, puede leer o hacerlo todo, y caduca cuando digas. Se muestra una sola
        vez. Ninguno puede exportar, importar, reiniciar, ni tocar cómo se entra en tu cuenta.
      </p>
      <h3>Actividad</h3>
      <p>
        Quién ha entrado, quién lo ha intentado, y cada cambio en lo de arriba, con su hora y su
        dirección, durante 90 días. Si se entra desde un navegador nuevo, te avisa una notificación.
      </p>
      <p>
        El archivo de exportación no lleva nada de esto, e importar no lo cambia.{' '}
        <b>Reiniciar Todo</b> tampoco, salvo que marques que terminen también los tokens, o la
        verificación en dos pasos con las llaves de acceso.
      </p>
    </>
  ),
  questions: securityQuestions,
}
