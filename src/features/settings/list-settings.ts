import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { enumOf, instant, isoText } from '#core/select-of.ts'
import { type SettingKind, settingFields, settingGroups, settingKinds, settingNames } from '#features/settings/setting-fields.ts'
import { readStored } from '#features/settings/shop-settings.ts'

/** A setting as the panel and the API show it. */
export const settingRow = z.object({
  name: z.string(),
  group: enumOf(settingGroups),
  label: z.string(),
  hint: z.string().nullable(),
  kind: z.enum(settingKinds),
  choices: z.record(z.string(), z.string()).nullable().meta({ description: 'The values of a choice, and what each is called' }),
  value: z.union([z.string(), z.number()]).nullable().meta({ description: 'Null where it is empty; always null of a secret' }),
  is_set: z.boolean().meta({ description: 'Whether it has a value; nothing else of a secret is answered' }),
  is_unreadable: z.boolean().meta({ description: 'A secret that was stored with another APP_SECRET, and counts as not set' }),
  variable: z.string().nullable().meta({ description: 'The variable of the environment that sets it; the panel cannot change it then' }),
  changed_at: instant.nullable().meta({ description: 'When it was set; null while it is what a shop is born with' }),
  changed_by: z.string().nullable().meta({ description: 'The name of the person who set it' }),
})
export type SettingRow = z.infer<typeof settingRow>

/** Every setting with its value, and of a secret only whether it is set. */
export async function listSettings(ctx: Context): Promise<SettingRow[]> {
  requirePermission(ctx, 'manage_settings')
  const { values, variables, unreadable } = await readStored(ctx, ctx.db)
  const { rows } = await ctx.db.execute<{ name: string; changed_at: string; changed_by: string | null }>(sql`
    select s.name, ${isoText(sql`s.changed_at`)} as changed_at, p.full_name as changed_by from shop_settings s left join profiles p on p.id = s.changed_by`)
  const changes = new Map(rows.map((row) => [row.name, row]))
  return settingNames.map((name) => {
    const field = settingFields[name]
    const change = variables[name] ? undefined : changes.get(name)
    return {
      ...{ name, group: field.group, label: field.label, hint: field.hint ?? null },
      kind: field.isSecret ? 'secret' : ((field.kind ?? 'text') satisfies SettingKind),
      choices: field.choices ?? null,
      value: field.isSecret ? null : values[name],
      is_set: values[name] !== null,
      is_unreadable: unreadable.includes(name),
      variable: variables[name] ?? null,
      changed_at: change?.changed_at ?? null,
      changed_by: change?.changed_by ?? null,
    }
  })
}
