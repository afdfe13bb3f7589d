import { isProblem, problemBody, problemStatus } from '#domain/problem.ts'
import { previewHelp } from '#features/content/help-texts.ts'
import { readForm } from '#web/forms/run-action.ts'
import { shopContext } from '#web/shop-context.ts'
import type { Route } from './+types/help-preview.ts'

/** How a section of the help page would look: a form of `body`, answered as `{ pieces }`, or `{ error }` in the words of the API. */
export async function action({ request, context }: Route.ActionArgs) {
  try {
    const body = (await readForm(request)).get('body')
    return answer({ pieces: previewHelp(context.get(shopContext).ctx, { body }), error: null }, 200)
  } catch (error) {
    if (!isProblem(error)) throw error
    return answer(problemBody(error), problemStatus(error))
  }
}

function answer(body: unknown, status: number): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })
}
