import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the shop: the route table of spec §2, line for line; routes whose screens come later are not here and answer 404. */
export default [
  layout('storefront/layout.tsx', [
    index('storefront/home.tsx'),
    route('products', 'storefront/products.tsx'),
    route('category/:slug?', 'storefront/category.tsx'),
    route('product/:id', 'storefront/product.tsx'),
    route('checkout', 'storefront/checkout.tsx'),
    route('order/:id', 'storefront/order.tsx'),
    ...['auth', 'signin', 'sign-in', 'sign', 'sign in', 'sign-up', 'sign up'].map((path) => route(path, 'account/auth.tsx', { id: path })),
    ...['reset-password', 'password-reset'].map((path) => route(path, 'account/reset-password.tsx', { id: path })),
    layout('dashboard/layout.tsx', [
      route('dashboard', 'dashboard/profile.tsx'),
      route('dashboard/orders', 'dashboard/orders.tsx'),
      route('affiliate', 'affiliate/affiliate-tab.tsx'),
      route('affiliate/wallet', 'affiliate/wallet-tab.tsx'),
      route('affiliate/wallet/statement', 'affiliate/statement.tsx'),
      route('affiliate/:list', 'affiliate/list-page.tsx'),
    ]),
    layout('admin/layout.tsx', [
      route('admin', 'admin/home.tsx'),
      // One line per section, in the order of its dropdown.
      route('admin/products', 'admin/products/products-page.tsx', [
        route('new', 'admin/products/new-product.tsx'),
        route(':id', 'admin/products/edit-product.tsx'),
        route(':id/delete', 'admin/products/delete-product.tsx'),
      ]),
      route('admin/products/bulk', 'admin/products/bulk-page.tsx'),
      route('admin/products/import', 'admin/products/import-page.tsx'),
      route('admin/orders', 'admin/orders/orders-page.tsx'),
      route('admin/orders/:id', 'admin/orders/order-page.tsx'),
      route('admin/orders/:id/packing-slip', 'admin/orders/packing-slip.tsx'),
      route('admin/users', 'admin/users/users-page.tsx'),
      route('admin/affiliates', 'admin/affiliates/affiliates-page.tsx'),
      route('admin/commissions', 'admin/commissions/commissions-page.tsx'),
      route('admin/commissions/missing', 'admin/commissions/missing-page.tsx'),
      route('admin/payouts', 'admin/payouts/payouts-page.tsx'),
      route('admin/promotions', 'admin/promotions/promotions-page.tsx'),
      route('admin/promotions/:id', 'admin/promotions/edit-promotion.tsx'),
      route('admin/ads', 'admin/ads/ads-page.tsx'),
      route('admin/ads/:id', 'admin/ads/edit-ad.tsx'),
      route('admin/data', 'admin/data/data-page.tsx'),
      route('admin/figures', 'admin/figures/figures-page.tsx'),
      route('admin/audit', 'admin/audit/audit-page.tsx'),
    ]),
    route('account-deleted', 'dashboard/account-deleted.tsx'),
    route('*', 'storefront/not-found.tsx'),
  ]),
  route('sign-out', 'account/sign-out.ts'),
  route('dashboard/my-data', 'dashboard/my-data.ts'),
  route('affiliate/qr.svg', 'affiliate/qr.ts'),
  route('affiliate/wallet/statement.csv', 'affiliate/statement-file.ts'),
  // Not pages: files of the admin panel, one in each request, and tables.
  route('admin/upload', 'admin/upload/upload.ts'),
  route('admin/products/:id/pictures', 'admin/products/pictures/add-picture.ts'),
  route('admin/products/export.csv', 'admin/products/export-file.ts'),
  route('admin/products/template.csv', 'admin/products/template-file.ts'),
  route('admin/orders/new', 'admin/orders/new-orders-count.ts'),
  // Not pages: what the cart asks while it is open.
  route('cart-offers', 'storefront/cart-offers.ts'),
] satisfies RouteConfig
