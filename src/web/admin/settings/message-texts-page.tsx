import { useState } from 'react'
import { affiliateFields } from '#domain/affiliate-letters.ts'
import { buyerFields } from '#domain/buyer-messages.ts'
import { examplesOf, fillMessage, isToBuyer, type MessagePart, messageParts, partsOf, smsLength, templateRefusal } from '#domain/message-texts.ts'
import { changeMessageText, listMessageTexts, type MessageTextRow } from '#features/notices/change-message-text.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { TextField } from '#ui/kit/field.tsx'
import { AdminForm, PostedOutcome } from '#web/admin/admin-form.tsx'
import { actAsAdmin, asAdmin } from '#web/admin/panel-requests.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { SectionViews } from '#web/admin/section-views.tsx'
import { parseSnapshot, SnapshotFields, snapshotOf } from '#web/admin/snapshot-fields.tsx'
import type { FormState } from '#web/forms/intent-form.tsx'
import { useShop } from '#web/shop-facts.ts'
import type { Route } from './+types/message-texts-page.ts'
import './settings.css'

export async function loader(args: Route.LoaderArgs) {
  return await listMessageTexts(asAdmin(args))
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, {
    save: async (ctx, { name, sms, subject, letter, snapshot }) => {
      await changeMessageText(ctx, { name, sms, subject, letter }, parseSnapshot(snapshot))
      return { title: 'Text saved', text: 'Messages have it from now on.' }
    },
  })
}

export default function MessageTextsPage({ loaderData: rows }: Route.ComponentProps) {
  return (
    <SectionCard>
      <SectionViews of="Settings" />
      <p className="intro">
        What buyers read of their orders, and affiliates of what they earn. <code>{'{field}'}</code> is filled in; of <code>[one|other]</code> the
        first whose fields are all known is used, or nothing; an empty line begins a paragraph. A text left empty goes back to that of a new shop.
      </p>
      <PostedOutcome />
      <Texts title="To buyers" fields={buyerFields} rows={rows.filter(({ name }) => isToBuyer(name))} />
      <Texts title="To affiliates" fields={affiliateFields} rows={rows.filter(({ name }) => !isToBuyer(name))} />
    </SectionCard>
  )
}

interface TextsProps {
  title: string
  fields: Record<string, { does: string }>
  rows: MessageTextRow[]
}

/** The texts to one kind of reader, each a form, and the fields that they may name. */
function Texts({ title, fields, rows }: TextsProps) {
  return (
    <>
      <h2>{title}</h2>
      <details className="message-text">
        <summary>
          The fields<span className="visually-hidden"> of texts {title.toLowerCase()}</span>
        </summary>
        <dl className="message-fields">
          {Object.entries(fields).map(([name, { does }]) => (
            <div key={name}>
              <dt>
                <code>{`{${name}}`}</code>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </details>
      {rows.map((row) => (
        <details key={row.name} className="message-text" name="message">
          <summary>
            {row.label} {row.changed.length > 0 && <Badge tone="lake">Changed</Badge>}
          </summary>
          <AdminForm intent="save" hidden={{ name: row.name }} submit="Save" name={`Save: ${row.label}`} busy="Saving...">
            {(state) => (
              <>
                <SnapshotFields snapshot={snapshotOf(row, partsOf(row.name))} {...state} />
                {partsOf(row.name).map((part) => (
                  // What was saved replaces what was typed: an emptied field has its first text again.
                  <TextPart key={`${part} ${row[part]}`} row={row} part={part} {...state} />
                ))}
              </>
            )}
          </AdminForm>
        </details>
      ))}
    </>
  )
}

/** One part of a text, and below it what a buyer would read. */
function TextPart({ row, part, typed, errorOf }: { row: MessageTextRow; part: MessagePart } & Pick<FormState, 'typed' | 'errorOf'>) {
  const [text, setText] = useState(typed[part] ?? row[part])
  const { characters, parts: messages } = smsLength(text)
  const wrong = templateRefusal(row.name, part, text)
  const shop = useShop()
  return (
    <div className="message-part">
      <TextField
        name={part}
        label={messageParts[part]}
        rows={part === 'letter' ? 6 : part === 'sms' ? 3 : 1}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={errorOf(part)}
        hint={
          part === 'sms'
            ? `${characters} characters with its link: ${messages === 1 ? 'one message' : `${messages} messages, each paid for`}.`
            : undefined
        }
      />
      <p className="message-preview">
        <span className="visually-hidden">It reads: </span>
        {wrong ?? fillMessage(text, { ...examplesOf(row.name), shop: shop.name, phone: shop.phone, email: shop.email })}
      </p>
    </div>
  )
}
