import { productColumns } from '#domain/product-csv.ts'
import { useStockUrls } from '#web/admin/products/use-stock-urls.ts'

/** Describes the columns of an import file. */
export function ImportHelp() {
  const { below } = useStockUrls()
  return (
    <section className="import-help" aria-labelledby="columns">
      <h2 id="columns">Columns</h2>
      <p>
        Begin with the{' '}
        <a className="link" href={below('template.csv')} download>
          template
        </a>
        , or{' '}
        <a className="link" href={below('export.csv')} download>
          export
        </a>{' '}
        what is there, change it and bring it back. A product is found by its id, otherwise by its name and style code together; what is not found is
        new. Columns may be left out and cells left empty: they change nothing. Pictures are added to each product afterwards.
      </p>
      <dl>
        {Object.entries(productColumns).map(([name, { about }]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
