import { newPasswordRefusal } from '#domain/password.ts'
import { type PersonField, personRefusal } from '#domain/person.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { AccountForm } from '#web/account/account-form.tsx'
import type { AuthAnswer } from '#web/account/auth-answer.ts'
import { LetterSent } from '#web/account/letter-sent.tsx'
import { isChecked, NewPasswordFields } from '#web/account/new-password-fields.tsx'
import { ResendForm } from '#web/account/resend-form.tsx'
import { useAccountForm } from '#web/account/use-account-form.ts'
import { authUrl } from '#web/addresses.ts'
import { useInBrowser } from '#web/in-browser.ts'

const persons: PersonField[] = ['full_name', 'phone', 'email']

export function SignUpForm({ next, posted }: { next: string | null; posted?: AuthAnswer }) {
  const inBrowser = useInBrowser()
  const tools = useAccountForm({ intent: 'sign-up', check, posted })
  const { done, refusal } = tools
  if (done?.done === 'signed-up')
    return (
      <LetterSent title="Account created!" text="Please check your email to verify your account before signing in." email={done.email}>
        <ButtonLink to={authUrl('sign-in', next)} wide>
          Sign In
        </ButtonLink>
        <ResendForm email={done.email} />
      </LetterSent>
    )
  const isKnown = refusal?.code === 'user_already_exists'
  return (
    <AccountForm
      tools={tools}
      intent="sign-up"
      fields={[...persons, 'password', 'confirmation']}
      act="Sign Up"
      acting="Signing Up..."
      disabled={inBrowser && !isChecked(tools.values)}
      help={isKnown && <KnownHelp next={next} />}
    >
      <Field {...tools.field('full_name')} label="Full Name" autoComplete="name" autoCapitalize="words" enterKeyHint="next" />
      <Field {...tools.field('phone')} label="Phone Number" type="tel" autoComplete="tel" placeholder="+254700000000" enterKeyHint="next" />
      <Field
        {...tools.field('email')}
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
      />
      <NewPasswordFields tools={tools} labels={['Password', 'Confirm Password']} />
      <label className="join-check">
        <input
          type="checkbox"
          name="is_affiliate"
          value="yes"
          defaultChecked={posted && 'values' in posted && posted.values?.is_affiliate === 'yes'}
        />
        Join our affiliate program (earn 10% commission)
      </label>
    </AccountForm>
  )
}

function check(values: Record<string, string>) {
  const fields = Object.fromEntries(
    persons.flatMap((name) => {
      const refusal = personRefusal(name, values[name] ?? '')
      return refusal ? [[name, refusal]] : []
    }),
  )
  const password = newPasswordRefusal(values.password ?? '', values.confirmation ?? '')
  if (Object.keys(fields).length > 0) return { fields: { ...fields, ...password?.fields } }
  return password
}

/** The two ways on that the message names. */
function KnownHelp({ next }: { next: string | null }) {
  return (
    <p className="auth-ways">
      <ButtonLink look="ghost" to={authUrl('sign-in', next)}>
        Sign In
      </ButtonLink>
      <ButtonLink look="ghost" to={authUrl('forgot', next)}>
        Forgot Password
      </ButtonLink>
    </p>
  )
}
