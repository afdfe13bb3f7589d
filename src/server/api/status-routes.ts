import { getShopStatus, type StatusLine, statusLine } from '#features/staff/monitoring/get-shop-status.ts'
import { addList } from '#server/api/add-route.ts'
import { type Api, namedSchema } from '#server/declare.ts'
import { staff } from '#server/permissions.ts'

const shown = namedSchema('StatusLine', statusLine, {
  name: 'M-Pesa',
  state: 'good',
  said: 'M-Pesa answers in 2 s. 40 prompts in the last hour: 37 paid, 3 timed out.',
  todo: null,
  of_process: false,
})

export function statusRoutes(api: Api) {
  addList(api, '/shop_status', {
    who: staff('see_status'),
    name: 'getShopStatus',
    summary: 'How the shop is, part by part, the worst first',
    description: 'What the status page of the panel shows. A part that cannot be read within two seconds is `bad`, and the others stand.',
    row: shown,
    all: async (ctx) => (await getShopStatus(ctx)).map(inOne),
  })
}

/** Programs read all of it in one sentence after the other. */
function inOne({ technical, ...line }: StatusLine) {
  return technical ? { ...line, said: `${line.said} ${technical}` } : line
}
