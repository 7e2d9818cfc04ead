/**
 * Texts for signing in and confirming one's identity. Separate from the other texts, which the sign-in does not
 * load.
 */
import { plural, quantity } from '../format.ts'
import { MAX_PASSKEYS, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../limits.ts'

export const loginTexts = {
  wrongCredentials: 'Correo electrónico o contraseña incorrectos.',
  invalidEmail: 'El formato del correo electrónico es inválido.',
  tooManyAttempts: 'Demasiados intentos fallidos. Por favor, inténtalo más tarde.',
  failed: 'Error al iniciar sesión. Por favor, inténtalo de nuevo.',
  emailRequired: 'Escribe tu correo electrónico.',
  passwordRequired: 'Escribe tu contraseña.',
  notSignedOut:
    'Pregonero no contestó, así que la sesión sigue abierta en el servidor. Cuando conteste, entra y ciérrala otra vez.',
}

export const credentialTexts = {
  confirm: 'Confirma que eres tú para seguir.',
  noTokens: 'Esta llamada no se puede hacer con un token de API.',
  onlyReads: 'Este token solo permite leer.',
}

export const secondFactorTexts = {
  wrongCode: 'Ese código no es correcto. Mira que tu móvil tenga la hora automática.',
  usedCode: 'Ese código ya se ha usado. Espera al siguiente.',
  wrongRecoveryCode: 'Ese código de recuperación no es correcto o ya se ha usado.',
  tooManyCodes:
    'Demasiados códigos incorrectos. Usa un código de recuperación, o un navegador en el que ya hayas iniciado sesión.',
  stepOver: 'Ha pasado demasiado tiempo. Vuelve a escribir tu contraseña.',
  setUpOver: 'Ha pasado demasiado tiempo. Empieza otra vez.',
  alreadyOn: 'La verificación en dos pasos ya está activada.',
  notOn: 'La verificación en dos pasos no está activada.',
  turnedOff: 'Verificación en dos pasos quitada.',
  codesLeft: (left: number) =>
    left === 0
      ? 'No te quedan códigos de recuperación: crea otros en Configuración → Seguridad.'
      : `${plural(left, 'Te queda', 'Te quedan')} ${quantity(left, 'código', 'códigos')} de recuperación.`,
  clockOff: (seconds: number) =>
    `El reloj de tu móvil va ${timeWords(Math.abs(seconds))} ${seconds > 0 ? 'adelantado' : 'atrasado'}. Ponlo en hora automática y escribe el código siguiente.`,
}

const timeWords = (seconds: number): string =>
  seconds < 120
    ? quantity(seconds, 'segundo', 'segundos')
    : quantity(Math.round(seconds / 60), 'minuto', 'minutos')

export const passwordTexts = {
  currentRequired: 'Escribe tu contraseña actual.',
  newRequired: 'Escribe la nueva contraseña.',
  rule: `Al menos ${MIN_PASSWORD_LENGTH} caracteres, y que no sea de las más usadas.`,
  tooShort: `La contraseña necesita al menos ${MIN_PASSWORD_LENGTH} caracteres.`,
  tooLong: `La contraseña admite como máximo ${MAX_PASSWORD_LENGTH} caracteres.`,
  guessable: `Se adivina: tu correo y palabras como «pregonero» no cuentan para los ${MIN_PASSWORD_LENGTH} caracteres.`,
  fine: 'Esta sirve.',
  leaked: 'Es de las más usadas o salió en una filtración. Elige otra.',
  wrong: 'La contraseña actual no es correcta.',
  tooManyAttempts: 'Demasiados intentos. Espera un minuto y vuelve a intentarlo.',
  failed: 'No se pudo cambiar la contraseña. Por favor, inténtalo de nuevo.',
}

export const reauthenticationTexts = {
  wrong: 'La contraseña no es correcta.',
  failed: 'No se pudo comprobar. Por favor, inténtalo de nuevo.',
}

export const passkeyTexts = {
  nameRequired: 'Escribe un nombre.',
  tooMany: `Ya tienes ${MAX_PASSKEYS} llaves de acceso, que es el máximo. Elimina alguna antes de añadir otra.`,
  taken: 'Esa llave de acceso ya está en uso.',
  unknown: 'Esta llave de acceso ya no vale: se eliminó. Entra de otra forma.',
  notOwn: 'Esa llave de acceso es de otra cuenta.',
  known: 'Este dispositivo ya tiene una llave de acceso tuya.',
  added: 'Llave de acceso añadida.',
  removed: 'Llave de acceso eliminada.',
  refused: 'La llave de acceso no se pudo comprobar. Vuelve a intentarlo.',
  expired: 'Pasó demasiado tiempo. Vuelve a intentarlo.',
}

export const registrationTexts = {
  tooMany: (minutes: number) =>
    `Demasiados intentos de crear una cuenta. Vuelve a intentarlo dentro de ${quantity(minutes, 'minuto', 'minutos')}.`,
}
