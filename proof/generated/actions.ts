import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerBuild } from 'react-router'
import type { Operation } from '#core/operation.ts'
import routes from '#web/routes.ts'
import { subjectOf } from './rows.ts'

/** The action of a route, and what its source says that it reads. */
export interface Action {
  /** Such as `/admin/orders/:id`. */
  path: string
  /** With the row that it is about. */
  address: string
  intents: string[]
  names: string[]
  /** `raw` is a file with the fields in the query. */
  body: 'form' | 'file' | 'raw' | 'json'
}

interface Route {
  id?: string
  file: string
  path?: string
  children?: Route[]
}
const all = (list: Route[], above = ''): (Route & { path: string })[] =>
  list.flatMap((route) => {
    const path = [above, route.path].filter(Boolean).join('/')
    return [{ ...route, path: `/${path}` }, ...all(route.children ?? [], path)]
  })

/** Every address of the shop, with its row in place of an id. */
export const pagesOf = () => all(routes as Route[]).map(({ path }) => path)
export const addressOf = (path: string) => path.replace(/:id/, `@${subjectOf(path)}`).replaceAll(' ', '%20')

/** Every route that the build gives an action: a new one is among them. */
export function actionsOf({ routes: built }: ServerBuild): Promise<Action[]> {
  const own = all(routes as Route[]).filter(({ id, file }) => built[id ?? file.replace(/\.tsx?$/, '')]?.module.action)
  return Promise.all(
    own.map(async ({ path, file }) => {
      const source = sourceOf(join('src/web', file))
      const found = (pattern: RegExp) => [...new Set([...source.matchAll(pattern)].flatMap((match) => match.slice(1).filter(Boolean)))]
      const taken = found(/(?:\(ctx, |const )\{ ([^}]*) \}(?: = sent|\) =>|, \{)/g).flatMap((list) => list.match(/\w+(?=( = [^,]*)?(,|$))/g) ?? [])
      const operations = await operationsOf(source)
      const named = operations.flatMap(([, { input }]) => Object.keys(input.shape))
      return {
        path,
        address: addressOf(path),
        intents: [
          ...new Set([
            ...operations.map(([intent]) => intent),
            ...found(/^ +'?([\w-]+)'?: (?:async |doing)\(|^ {2}'([\w-]+)': \w+,$|case '([\w-]+)':|get\('intent'\) === '(\w+)'/gm),
          ]),
        ],
        names: [
          ...new Set([
            ...(named.length > 0 ? ['id', 'ids'] : []),
            ...named,
            ...taken,
            ...found(/(?:text|form\.get|form\.has|textOf)\((?:form, )?'(\w+)'\)|sent\.(\w+)|^ {2}(\w+): z\b/gm),
          ]),
        ],
        body: bodyIn(source),
      }
    }),
  )
}

function bodyIn(source: string): Action['body'] {
  if (source.includes('request.json()')) return 'json'
  return source.includes('takeUpload') ? 'raw' : source.includes("form.get('file')") ? 'file' : 'form'
}

/** The operations of the tables that a source imports, each under its intent. */
async function operationsOf(source: string): Promise<[intent: string, Pick<Operation, 'input'>][]> {
  const imported = [...source.matchAll(/import \{([^}]*Operations\b[^}]*)\} from '(#features\/[\w/-]+\.ts)'/g)]
  const tables = await Promise.all(
    imported.map(async ([, names = '', file]) => {
      const module: Record<string, object> = await import(file as string)
      return (names.match(/\w+Operations\b/g) ?? []).map((name) => module[name] as object)
    }),
  )
  return tables.flat().flatMap((table) => Object.entries(table).filter(([, each]) => each?.input))
}

/** A route's file, and the files of acts that it imports, such as `profile-acts` and `order-requests`. */
function sourceOf(file: string): string {
  const text = readFileSync(file, 'utf8')
  const acts = [...text.matchAll(/from '#(web\/[\w/-]+\/[\w-]+-(?:acts|requests)\.ts)'/g)].map(([, name]) => sourceOf(join('src', name as string)))
  return [text, ...acts].join('\n')
}
