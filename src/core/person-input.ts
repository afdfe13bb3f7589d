import { z } from 'zod'
import { optionalWords, words } from '#core/input.ts'
import { readCode } from '#domain/account.ts'
import { deliveryFields, isFullName } from '#domain/delivery-fields.ts'
import { readEmail } from '#domain/mail.ts'
import { normalisePhone, phoneHint } from '#domain/phone.ts'

/** An e-mail address in the case in which it was typed. */
export const emailAddress = z
  .string('Enter your e-mail.')
  .overwrite(readEmail)
  .min(1, 'Enter your e-mail.')
  .max(254, 'Enter an e-mail of at most 254 characters.')
  .check(z.email({ error: 'Enter the e-mail as name@example.com.', abort: true }))

/** Addresses are compared in lower case. */
export const emailInput = emailAddress.toLowerCase()

/** A Kenyan mobile number, however it is written; `missing` and `hint` say what to write. */
export const phoneNumber = (missing: string, hint: string = phoneHint) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(deliveryFields.customer_phone.max, hint)
    .transform((text, issue) => {
      const number = normalisePhone(text)
      if (number) return number
      issue.addIssue({ code: 'custom', message: hint })
      return z.NEVER
    })

export const phoneInput = phoneNumber('Enter your phone number.')

/** Where the link of an e-mail leads on to (spec §7 Auth). */
export const redirectInput = z.string('Enter an address of the shop.').max(500, 'This address is too long.').nullish().meta({
  description: 'Honoured for addresses of the shop; any other is passed over and the letter leads to its own page',
  example: '/reset-password',
})

const { customer_name } = deliveryFields
export const nameInput = words(customer_name.missing, customer_name.max)
  .refine(isFullName, customer_name.short)
  .refine((name) => !name.includes('\n'), 'Enter your name on one line.')

export const addressInput = optionalWords(500)

/** A password as a visitor types it to sign in. Whether it is a good one is checked only when it is new (domain/account.ts). */
export const passwordInput = z.string('Enter your password.').min(1, 'Enter your password.').max(512, 'Enter a shorter password.')

const codeHint = 'Enter the 6 digits of your app, or one of your codes on paper.'
export const codeInput = z.string('Enter the code.').trim().min(1, 'Enter the code.').max(40, codeHint).transform(readCode)
