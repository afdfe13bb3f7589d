import { declaredApi } from '#server/api/create-api.ts'
import { type Caller, callers, matrixOf, type Verdict } from '#server/permissions.ts'

/** The permission matrix of the HTTP API. */
export const permissions = matrixOf(declaredApi())

/** docs/generated/permissions.md. */
export function permissionsDocument(): string {
  const words = (verdict: Verdict) => ({ yes: 'yes', own: 'own rows', empty: 'no rows' })[verdict as string] ?? String(verdict)
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    '# Who may call what',
    '',
    'Written by `npx viatu docs`; `src/server/permissions.test.ts` calls every route as every caller and compares.',
    'A number is the status of the refusal, the same whether the row exists or not. About an order, "the row\'s own user" is who placed it signed in, and "the order\'s key" is what',
    'placing it answered; "other user", "affiliate" and "another order\'s key" have nothing to do with that order. What they may do with their own is what its own user may. The',
    'last four work in the shop: what each role may is `src/domain/roles.ts`.',
    '',
    row(['Call', ...Object.values(callers)]),
    row(['---', ...Object.keys(callers).map(() => '---')]),
    ...Object.entries(permissions).map(([name, permission]) =>
      row([
        `\`${name.replace(' with ', '` with ')}${name.includes(' with ') ? '' : '`'}`,
        ...(Object.keys(callers) as Caller[]).map((caller) => words(permission[caller])),
      ]),
    ),
    '',
  ].join('\n')
}
