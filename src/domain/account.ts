import { deliveryRefusal } from '#domain/checkout-fields.ts'
import { readEmail } from '#domain/mail.ts'
import { normalisePhone, phoneHint } from '#domain/phone.ts'
import { foldText, foldToken } from '#domain/plain-text.ts'

/** Checks of a person's name, phone and e-mail, with the messages that both browser and server show; the server checks more (core/input.ts). */
const personRules = {
  full_name: { missing: 'Enter your full name.', refusal: (name: string) => deliveryRefusal('customer_name', name) },
  phone: { missing: 'Enter your phone number.', refusal: (phone: string) => (normalisePhone(phone) ? null : phoneHint) },
  email: {
    missing: 'Enter your e-mail.',
    refusal: (email: string) => (mayBeEmail.test(readEmail(email)) ? null : 'Enter the e-mail as name@example.com.'),
  },
} as const
const mayBeEmail = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/

type PersonField = keyof typeof personRules

/** The error message of a field, or null. */
export function personRefusal(field: PersonField, text: string): string | null {
  const { missing, refusal } = personRules[field]
  const written = foldText(text).trim()
  return written === '' ? missing : refusal(written)
}

/** Stands on an order whose buyer was removed, in columns that must hold a name and a number; the database checks the same. */
export const nobody = { customer_name: 'Deleted account', customer_phone: '254700000000', delivery_address: 'Deleted' } as const

/** The required fields of the sign-up form, in its order. */
export const signUpFields = ['full_name', 'phone', 'email', 'password', 'confirmation'] as const

/** Error messages by field, or null. Title and message are set for password errors only (spec §5). */
export function signUpRefusal(values: Record<string, string>): { title?: string; message?: string; fields: Record<string, string> } | null {
  const persons = signUpFields.slice(0, 3) as PersonField[]
  const fields = Object.fromEntries(
    persons.flatMap((name) => {
      const refusal = personRefusal(name, values[name] ?? '')
      return refusal ? [[name, refusal]] : []
    }),
  )
  const password = newPasswordRefusal(values.password ?? '', values.confirmation ?? '')
  return Object.keys(fields).length > 0 ? { fields: { ...fields, ...password?.fields } } : password
}

/** Rules of a new password, in the order of the live checklist (spec §5); used by the browser and the server. */
const passwordRules = [
  { label: 'At least 8 characters', holds: (password: string) => lengthOf(password) >= 8, refusal: 'Password must be at least 8 characters long' },
  {
    label: 'Contains special characters',
    holds: (password: string) => /[^\p{L}\p{M}\p{N}\s]/u.test(password),
    refusal: 'Password must contain at least one special character',
  },
] as const

/** Unicode characters. */
export const maxPasswordLength = 128

/** The checklist beside the form; `holds` is true for each rule that is met. */
export function passwordChecklist(password: string, confirmation: string): { label: string; holds: boolean }[] {
  return [
    ...passwordRules.map(({ label, holds }) => ({ label, holds: holds(password) })),
    { label: 'Passwords match', holds: password !== '' && normalisePassword(password) === normalisePassword(confirmation) },
  ]
}

export const commonRefusal = 'This password is one of the first that thieves try. Please choose another.'

/** The error message for a new password, or null. The server knows more common passwords (features/people/passwords.ts). */
export function passwordRefusal(password: string): string | null {
  const broken = passwordRules.find(({ holds }) => !holds(password))
  if (broken) return broken.refusal
  if (lengthOf(password) > maxPasswordLength) return `Password must be at most ${maxPasswordLength} characters long`
  if (/[\p{Cc}\p{Cs}]/u.test(password)) return 'Type the password by hand: it has a character that cannot be seen.'
  if (isCommon(password)) return commonRefusal
  return null
}

/** The error message for a password that meets the checklist but is too common or too long, or null. */
export function checklistRefusal(password: string): string | null {
  return passwordRules.every(({ holds }) => holds(password)) ? passwordRefusal(password) : null
}

/** The error message for a new password and its confirmation (spec §5), or null. */
export function newPasswordRefusal(
  password: string,
  confirmation: string,
): { title: string; message: string; fields: Record<string, string> } | null {
  if (password === '' || confirmation === '') {
    const fields = {
      ...(password === '' && { password: 'Choose a password.' }),
      ...(confirmation === '' && { confirmation: 'Enter the password again.' }),
    }
    return { title: 'Missing information', message: 'Please fill in both password fields', fields }
  }
  if (normalisePassword(password) !== normalisePassword(confirmation)) {
    const message = 'Please make sure both passwords are identical'
    return { title: "Passwords don't match", message, fields: { confirmation: message } }
  }
  const refusal = passwordRefusal(password)
  return refusal === null ? null : { title: 'Invalid password', message: 'Please check password requirements.', fields: { password: refusal } }
}

/** Unicode NFC, so that keyboards which compose characters differently enter the same password. */
export function normalisePassword(password: string): string {
  return password.normalize('NFC')
}

function lengthOf(password: string): number {
  return [...normalisePassword(password)].length
}

/** On the list of common passwords, or made of one or two different characters. */
function isCommon(password: string): boolean {
  const plain = normalisePassword(password).toLowerCase()
  return (
    new Set(plain).size < 3 || common.has(plain) || common.has(plain.replace(/[!.?*#]+$/, '')) || common.has(plain.replace(/[\d!@#$.*?_-]+$/, ''))
  )
}

/** The most common passwords of public lists that would pass the rules above, as they are or with a sign or digits appended. */
const common = new Set(
  `password passw0rd p@ssword p@ssw0rd p@$$word p@$$w0rd pa$$word pa$$w0rd pass pass@word qwerty qwerty@123 qwertyuiop qwer asdf asdfgh zxcvbn zxcvbnm
  1qaz@wsx 1qaz!qaz !qaz2wsx !qaz1qaz !qaz@wsx zaq1@wsx zaq!2wsx 1q2w3e4r 1q2w3e4r5t q1w2e3r4 abc abcd abcde abcdef abcdefgh abc@123 aa@123456 a@123456 admin
  administrator adm1n root toor user guest test tester testing demo welcome welc0me letmein changeme change secret login master access hello iloveyou loveyou
  lovely love money monkey dragon sunshine princess football baseball superman batman shadow michael jordan michelle ashley nicole daniel jessica charlie
  trustno whatever freedom starwars computer internet samsung google facebook india kenya nairobi mombasa kisumu nakuru safaricom mpesa m-pesa viatu shoes
  jesus jesuschrist blessed god family mother father brother sister spring summer autumn winter january february march april monday friday company
  12345678 123456789 1234567890 123456 12345 1234 123 111111 11111111 000000 00000000 654321 87654321 987654321 123123 123123123 1q2w3e 123qwe qwe123 qwe asd
  zxc 123abc abc123 a1b2c3 a1b2c3d4 1a2b3c4d 112233 121212 123321 666666 777777 888888 999999`.split(/\s+/),
)

/** Backup codes of two-factor authentication (TOTP in people/change-second-factor.ts). Characters that do not look alike on paper or in handwriting: no 0 O Q, 1 I L, 2 Z, 5 S, 8 B, U V. */
export const backupCodeAlphabet = 'ACDEFGHJKMNPRTWXY34679'

/** Groups of a backup code, and characters in each: `K7RD-4MWC-93XH`, about 53 bits. */
const groups = 3
const groupSigns = 4
export const backupCodeLength = groups * groupSigns

/** A backup code as it is shown and stored, with dashes, from its characters. */
export function formatBackupCode(signs: string): string {
  return Array.from({ length: groups }, (_, group) => signs.slice(group * groupSigns, (group + 1) * groupSigns)).join('-')
}

/** Whether a code has the form of an authenticator app's; anything else may be a backup code. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code)
}

const backupCode = new RegExp(`^[${backupCodeAlphabet}]{${backupCodeLength}}$`)

/** Normalises a typed code: ignores case, spaces and dashes. A text that is no code is returned unchanged, and is refused as wrong later. */
export function readCode(typed: string): string {
  const token = foldToken(typed)
  const signs = token.replace(/[\s-]/g, '').toUpperCase()
  if (backupCode.test(signs)) return formatBackupCode(signs)
  return isAppCode(signs) ? signs : token
}
