import { checksIn } from '#domain/help-sections.ts'
import { changeHelp, getHelpRow, previewHelp } from '#features/help/help-texts.ts'
import { Notice } from '#ui/kit/notice.tsx'
import { actAsAdmin } from '#web/admin/act-as-admin.ts'
import { asAdmin } from '#web/admin/as-admin.ts'
import { EditSheet } from '#web/admin/edit-sheet.tsx'
import { HelpForm } from '#web/admin/help/help-form.tsx'
import { loadOne } from '#web/admin/load-one.ts'
import type { Route } from './+types/edit-help-page.ts'
import '../content.css'
import './help.css'

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const row = await loadOne(() => getHelpRow(ctx, args.params.id))
  return { row, pieces: previewHelp(ctx, row), checks: checksIn(row.body) }
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, {
    save: async (ctx, { title, body, updated_at }) => {
      await changeHelp(ctx, args.params.id, { title, body, updated_at })
      return { title: 'Help section saved', text: 'Visitors see it now.' }
    },
  })
}

export default function EditHelp({ loaderData: { row, pieces, checks } }: Route.ComponentProps) {
  return (
    <EditSheet section="help" table="help_sections" row={row} heading={`Edit ${row.title}`}>
      {(form) => (
        <>
          {checks.length > 0 && (
            <Notice tone="amber" role="note" className="help-help">
              <b>Yours to check in this text:</b>
              <ul>
                {checks.map((check) => (
                  <li key={check}>{check}</li>
                ))}
              </ul>
              When it is right, take the line that begins with <code>&lt;!-- check:</code> out of the text. Visitors never see these lines.
            </Notice>
          )}
          <HelpForm key={row.id} row={row} pieces={pieces} {...form} />
        </>
      )}
    </EditSheet>
  )
}
