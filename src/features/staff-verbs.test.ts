import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Actor, anonymous } from '#core/context.ts'
import { may, type StaffRole, staffRoles, type UseCase } from '#domain/roles.ts'

/** Every verb whose first line is a permission, by the use case that it asks for: who leaves the line out, or writes another, has to say so here. */
const verbs: Record<UseCase, string> = {
  manage_keys: 'getMpesaAccount openToEverybody tryMpesaAccount',
  manage_settings: 'changeMessageText changeSettings confirmLook getOpening listMessageTexts listSettings',
  manage_people: 'changeRole invitePerson listInvitations listProfiles listUsers withdrawInvitation',
  sell: `addImage applyBulk changeCategory changeImage changeProduct checkImport countBulk createCategory createProduct deleteCategory deleteImage deleteProduct
    exportProducts importProducts keepProductsView listCategorySummaries listStock previewBulk readProductsView`,
  write_content: 'changeAd changeHelp changePromotion createAd createPromotion deleteAd deletePromotion previewHelp stockStrip',
  keep_files: 'keepWebFiles putFile removeFile uploadPicture uploadVideo',
  manage_delivery: `addHoliday addPlace changeHoliday changeOption changePlace changeZone createOption createZone deleteHoliday deleteOption deletePlace deleteZone
    listZoneSummaries stockZones summariseZone`,
  ship_orders: `assignOrders changeOrders changeStatus countNewlyPaid countOpenWork getDelivery getParcel listChoosable listDeliveries listKnownRiders listPackingSlips
    listRiderDays listStops listWork makeRiderDay packOrders takeBackRider`,
  see_orders: 'getAdminOrder',
  change_orders: 'agreeDelivery listAgreeable writeNote',
  take_payments: 'askMpesa completeRefund findPaymentsOfDeletedOrders listRefunds listReviews markPaymentReviewed recordPayment sendPromptsAgain',
  pay_affiliates: `changeCommission changeCommissions completePayout countDebts exportBatch getPayoutReviewSummary getPayoutStop listAffiliates listDebts listUncommissioned
    nameAffiliate pauseAffiliate payByHand processCommissions queryPayout rejectPayout resolveReview resumePayouts sendPayouts startB2cPayout takeBackBatch`,
  settle_debts: 'assignDebt writeOffDebt',
  hear_alerts: 'requireStaff',
  see_customers: 'deleteCustomer getCustomer listCustomers writeCustomerNote',
  see_figures: 'getCharts getDeliveryFigures getStoreFigures recentRankings',
  see_status: 'getBackupStatus getMetrics getShopStatus',
  see_audit: 'listAudit listAuditChoices',
  export_data: 'exportCustomers getSnapshot listSnapshots readSnapshot',
  clear_data: 'clearUserData countUnshipped countUserData isClearing isRestoring',
  run_shop: `backUp backUpAtNight checkLedger checkPayouts deleteExpiredRows eraseKeys findLostPayments findObstacles leaveDemo removeUnreferencedFiles restoreSnapshot
    shipBackups`,
}
const namesOf = (useCase: string) => verbs[useCase as UseCase].split(/\s+/)
/** Those that ask through a function beside them. */
const indirect: [file: string, verb: string, useCase: UseCase][] = [
  ['people/users.ts', 'makeAdmin', 'manage_people'],
  ['people/users.ts', 'demoteAdmin', 'manage_people'],
  ['people/users.ts', 'signOutEverywhere', 'manage_people'],
  ['settings/try-senders.ts', 'tryMail', 'manage_settings'],
  ['settings/try-senders.ts', 'trySms', 'manage_settings'],
  ['staff/monitoring/get-shop-status.ts', 'countTroubles', 'see_status'],
  ['staff/alerts/alert-settings.ts', 'getAlertSettings', 'hear_alerts'],
  ['staff/alerts/alert-settings.ts', 'saveQuietHours', 'hear_alerts'],
  ['people/push-devices.ts', 'listPushDevices', 'hear_alerts'],
  ['people/push-devices.ts', 'addPushDevice', 'hear_alerts'],
  ['people/push-devices.ts', 'removePushDevice', 'hear_alerts'],
  ['staff/alerts/push-keys.ts', 'sendTestPush', 'hear_alerts'],
]

type Verb = (...sent: unknown[]) => unknown
interface Found {
  name: string
  useCase: UseCase
  verb: Verb
}
const folder = new URL('./', import.meta.url)
const exported = async (file: string): Promise<[string, unknown][]> => Object.entries(await import(new URL(file, folder).href))

const found: Found[] = []
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.ts$/.test(name) && !/\.test\.ts$/.test(name))
const ofDemo = ['../../demo/demo-zones.ts', '../../demo/leave-demo-mode.ts']
for (const file of [...files, ...ofDemo]) {
  for (const [name, verb] of await exported(file)) {
    // What only some calls of a verb need, as queues of listOrders do, is tried beside that verb.
    const [, condition, useCase] = /(if \(.*\) )?\S*\s*\S*requirePermission\)?\(\w+, ["'](\w+)["']\)/.exec(String(verb)) ?? []
    const declared = (verb as { may?: UseCase } | null)?.may ?? (condition ? undefined : (useCase as UseCase))
    if (typeof verb === 'function' && declared) found.push({ name, useCase: declared, verb: verb as Verb })
  }
}
for (const [file, name, useCase] of indirect) found.push({ name, useCase, verb: Object.fromEntries(await exported(file))[name] as Verb })

/** What a verb says to an actor before it asks the context for anything else. */
async function saidTo(actor: Actor, { verb }: Found): Promise<unknown> {
  const asked = (name: string | symbol) => {
    throw new Error(`asked for ${String(name)}`)
  }
  const ctx = new Proxy({ actor }, { get: (_, name) => (name === 'actor' ? actor : asked(name)) })
  try {
    return await verb(ctx, {}, {}, {}, {})
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}

describe('verbs of who works in the shop', () => {
  it('are these, each with its use case', () => {
    const byUseCase = Object.fromEntries(Object.keys(verbs).map((useCase) => [useCase, [] as string[]]))
    for (const { name, useCase } of found.slice(0, -indirect.length)) byUseCase[useCase]?.push(name)
    const named = Object.fromEntries(Object.keys(verbs).map((useCase) => [useCase, namesOf(useCase)]))
    expect(Object.fromEntries(Object.entries(byUseCase).map(([useCase, names]) => [useCase, names.sort()]))).toEqual(named)
  })

  const roles = [...(Object.keys(staffRoles) as StaffRole[]), null]
  const user = { ...anonymous, userId: '3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c' }
  it.each<[string, Actor, string]>([
    ['a stranger', anonymous, 'signed_out'],
    ['an affiliate', { ...user, isAffiliate: true }, 'forbidden'],
    ['an owner without the second factor that the shop asks for', { ...user, role: null, lacksSecondFactor: true }, 'second_factor_needed'],
    ...roles.map((role): [string, Actor, string] => [`the role ${role}`, { ...user, role }, 'forbidden']),
  ])('refuse %s, who may not, before they look at anything', async (_, actor, code) => {
    const mayNot = (useCase: string) => !may(actor, useCase as UseCase)
    const said = await Promise.all(found.filter(({ useCase }) => mayNot(useCase)).map(async (each) => [each.name, await saidTo(actor, each)]))
    const beside = indirect.filter(([, , useCase]) => mayNot(useCase)).map(([, name]) => name)
    const refused = [...Object.keys(verbs).filter(mayNot).flatMap(namesOf), ...beside]
    expect(said.sort()).toEqual(refused.map((name) => [name, code]).sort())
  })
})
