/**
 * What the shop can do, and the files that do it: beginnings of paths under `src`, or with `packages/`, `test/` or `proof/` of what stands elsewhere. The longest
 * beginning that fits a file places it, so that each file counts once. For `npm run size -- --capabilities`.
 */
const capabilities: Record<string, string> = {
  delivery: `domain/{delivery,outside-kenya,kept-promise,slots,work-queue} features/delivery/ features/orders/riders/
    features/orders/checkout/choose-delivery features/staff/get-delivery-figures server/api/delivery server/delivery-route
    ui/shop/delivery-line web/{admin/delivery/,rider/} web/admin/orders/{order-delivery,riders,run-sheet,packing-slip}
    web/checkout/{choose-option,delivery-,use-delivery,which-place} web/session/{delivery-,place-chooser} test/pages/{delivery,packing}`,
  accounts: `domain/{password,second-factor,session,sign-up,email-slip,limits,other-programs,own-path,account} db/{auth-schema,token-store}
    features/people/ features/mail/templates/account-emails server/api/{sign-in,session,account} server/{open-accounts,secrets} web/account/
    web/dashboard/{account-section,dashboard-,profile,second} web/session/{auth-store,clear-on,session,signed} web/forms/{email,password}
    server/auth- test/pages/{sign-in,profile}`,
  affiliates: `domain/{affiliate,commission,referral} features/affiliates/ server/api/affiliate server/affiliate- web/affiliate/
    web/admin/{affiliate,commissions/} web/session/use-referral test/{affiliate,debtor} test/pages/affiliate`,
  'orders (panel)': `domain/{order,open-work,named-order,late-order,placed-order} features/orders/ server/api/order-routes server/admin-order
    web/admin/orders/ ui/shop/order test/pages/orders-panel`,
  'wallet, payouts': `domain/payout features/affiliates/wallet/ server/api/payout server/open-ledger web/admin/payouts/ web/affiliate/{statement,wallet}
    test/payout test/pages/{payouts,wallet}`,
  'search, assistant': `domain/{accent,assistant,chat,fold-text,kiswahili,near-word,model-reply,query-numbers,search,size-chart,sizes-cell} features/assistant/
    core/search-text features/catalogue/{search-shoes,understand-search} services/assistant/ server/{api/stream,assistant}
    web/{chat/,product/size-guide} test/assistant test/pages/lists-and-search`,
  'HTTP, page cache, start': `domain/{loopback,inner-path,page-url,problem,root-cause,web-address} server/ web/{entry,first-paint/} test/{hostile,start,page-addresses,log}`,
  'settings, M-Pesa account, opening': `domain/{mpesa-accounts,opening,shop} features/settings/ features/orders/mpesa-account/ features/upkeep/is-ready
    features/staff/shop-opening server/{api/upkeep,getting-ready,open-settings,settings,setting} web/admin/{settings/,mpesa/,admin-home}
    web/account/claim web/shop-facts test/pages/{mpesa,opening,settings}`,
  'catalogue pages': `domain/{catalogue,pricing,own-purchase} features/catalogue/{get-product,list-facets,featured-products,product-lists,product-filter}
    ui/shop/{discount-plate,price,product,size-buttons} web/{catalogue/,product/,structured-data} test/pages/product-page`,
  'files, pictures': `domain/{storage,stored-picture,upload} features/files/ features/catalogue/{product-images,link-preview}
    server/{api/storage,open-files,serve-files,stored-file,shop-files,upload} services/{files/,pictures/,web-files/} ui/kit/picture
    web/admin/products/{add-picture,picture-picker,use-uploads} web/admin/{media-field,take-upload,send-file,sortable-list,upload-action}`,
  'shop frame': `ui/ web/ test/looks`,
  'panel frame': `web/admin/ server/panel-addresses test/pages/{dialogs,panel-frame}`,
  'metrics, status, alerts': `domain/{ago,alert,device,quiet-hours,message-texts,affiliate-letters} features/staff/{alerts/,monitoring/} services/push/
    server/monitoring web/admin/{notifications/,status/} test/{prometheus,push-service} test/pages/notification`,
  'payments, refunds': `domain/{payment,receipt,phone,given-amounts} features/orders/payments/ server/api/checkout services/payments/
    web/admin/orders/{payments,refunds} test/payment`,
  'backup, drill, move, upgrade': `db/{run-migrations,before-one} features/upkeep/ server/{backup,drill,migrate,move-database,open-backups,restore,upgrade} services/backups/ packages/vault/
    test/lost-disk`,
  'ads, promotions, strip': `domain/{link-target,promotion,home-content,strip} features/content/ server/{page-requests,api/content} ui/shop/{hero,strip,wall} web/{home/,admin/content} test/pages/{content,strip}`,
  'order page, tracking': `domain/{order-story,short-link} features/orders/{buyer-orders,get-order,short-links,track} web/{order/,session/saved-orders}
    web/dashboard/own-orders ui/shop/{order-badge,order-lines} test/pages/{order-page,orders-of,track}`,
  'products, stock (panel)': `features/catalogue/{write-product,product-rows,stock,shelf-writes} server/api/catalogue-routes web/admin/products/ test/pages/products`,
  'privacy, clearing, snapshots': `domain/{snapshot,user-data} features/people/{anonymise,delete-account,export-data} features/staff/{clear,restore,snapshots}
    server/{api/user-data,user-data} db/{export-rows,table-meanings} web/admin/{data/,snapshot-fields}
    web/dashboard/{account-deleted,my-data} test/pages/data`,
  'CSV, Shopify, bulk': `domain/{csv,product-changes,product-csv,shopify} features/catalogue/{bulk,import,product-file,write-import} server/csv-files db/bulk
    web/admin/products/{bulk,export,import,read-bulk,template}`,
  checkout: `features/orders/{checkout/,order-draft,release-stock,discard-order} server/checkout- ui/shop/{checkout,total} web/checkout/
    test/pages/shopping`,
  'notices to buyers': `domain/{buyer,mail,plain-text,sms} features/{notices/,mail/} core/outbox services/{mail/,sms/} web/admin/orders/order-history`,
  'embedded PG, demo, leave demo': `packages/vault/src/postgres/{embedded,process-lock} features/staff/made-up server/{open-postgres,start-simulator,dev} demo/ web/order/phone-drawing`,
  'shared ground': `domain/{counting,money,nairobi-time,period} core/ features/{effects,same-press,staff-verbs} features/upkeep/delete-expired jobs/
    services/{breaker,wire} web/forms/ web/lists/`,
  'figures, audit': `domain/figures features/staff/{rankings,store-figures,list-audit} ui/kit/{chart,stat} ui/shop/chart-words
    web/admin/{audit/,figure,figures/}`,
  'M-Pesa client': `services/payments/mpesa/ packages/daraja/ test/scripted`,
  'db client': `db/{app-role,check-database,client,constraints,errors,invariants,listen,database-connection,replica,schema} server/pages/read-replica test/{sql,races} proof/races`,
  'roles, users': `domain/{roles,staff-acts} features/people/{users,invitations,links,staff-operations}
    server/{visitors,permissions,document-permissions,api/people-routes} web/account/invitation web/admin/{users/} test/pages/people`,
  categories: `domain/category features/catalogue/{categories,write-category} web/admin/{categories/} test/pages/categories`,
  help: `domain/help features/content/help-texts ui/shop/help web/{help/,admin/help/} test/pages/help`,
  cart: `domain/cart features/catalogue/carts ui/shop/quantity web/cart/`,
  customers: `domain/customer features/customers/ features/mail/templates/customer web/admin/customers/`,
  offline: `web/offline/`,
  'nouns and acts': `domain/{act,columns} core/{column-schemas,operation,resource,select-of} server/api/{add-route,resource-routes}
    web/admin/{operation-acts,resource-}`,
}

const beginnings = Object.entries(capabilities)
  .flatMap(([name, patterns]) => patterns.split(/\s+/).flatMap((pattern) => expanded(pattern).map((begin) => ({ name, begin }))))
  .sort((a, b) => b.begin.length - a.begin.length)

/** `web/{cart,order}/` is two. */
function expanded(pattern: string): string[] {
  const [, before = '', choices = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? [undefined, pattern]
  return choices === '' ? [before] : choices.split(',').map((choice) => before + choice + after)
}

export function capabilityOf(file: string): string | undefined {
  const path = file.replace(/^src\//, '')
  return beginnings.find(({ begin }) => path.startsWith(begin))?.name
}
