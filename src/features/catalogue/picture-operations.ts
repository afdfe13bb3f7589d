import { z } from 'zod'
import { exampleId, operation, withFields } from '#core/operation.ts'
import { addImage } from '#features/catalogue/add-image.ts'
import { changeImage } from '#features/catalogue/change-image.ts'
import { deleteImage } from '#features/catalogue/delete-image.ts'
import { imageChanges, newImage } from '#features/catalogue/image-input.ts'
import { imageRow } from '#features/catalogue/list-images.ts'

const may = 'sell'
const picture_id = z.string('Say which picture.')

/** The call, whose fields are a form each in the panel. */
const changing = operation({
  ...{ may, call: 'PATCH /product_images/{picture_id}', name: 'updateProductImage', summary: 'Change, move or promote a picture' },
  ...{ input: z.object({ picture_id, ...imageChanges.shape }), example: { is_primary: true } },
  ...{ output: imageRow, said: 'The picture as it is now', problems: ['image_not_found'] },
  run: (ctx, { picture_id, ...changes }) => changeImage(ctx, picture_id, changes),
})

/** What is done with the stored pictures of a product, under the names of domain/product-changes.ts. */
export const pictureOperations = {
  adding: operation({
    ...{ may, call: 'POST /product_images', name: 'createProductImage', summary: 'Add a picture to a product' },
    description:
      'Of a picture that was uploaded to product-images first; any other address is refused. At the end unless it says its place. The first picture of a product becomes the primary one.',
    input: newImage,
    example: {
      product_id: exampleId,
      image_url: `/files/product-images/products/${exampleId}_0_1763680000000.webp`,
      alt_text: 'Mbio Wingu from the side',
    },
    ...{ output: imageRow, said: 'The picture', problems: ['product_not_found'] },
    run: addImage,
  }),
  changing,
  'picture-place': changing,
  'picture-text': changing,
  'picture-primary': withFields(changing, { is_primary: true }),
  'picture-delete': operation({
    ...{ may, call: 'DELETE /product_images/{picture_id}', name: 'deleteProductImage', summary: 'Take a picture out of its gallery' },
    description: 'Deleting the primary one promotes the first that remains; the others are renumbered.',
    ...{ input: z.object({ picture_id }), problems: ['image_not_found'] },
    run: (ctx, { picture_id }) => deleteImage(ctx, picture_id),
  }),
}
