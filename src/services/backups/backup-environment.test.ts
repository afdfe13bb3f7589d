import { describe, expect, it } from 'vitest'
import { backupOf, backupRefusal } from './backup-environment.ts'

const passphrase = 'a passphrase for tests'

describe('the settings', () => {
  const s3Names = {
    BACKUP_S3_ENDPOINT: 'https://s3',
    BACKUP_S3_REGION: 'r',
    BACKUP_S3_BUCKET: 'b',
    BACKUP_S3_ACCESS_KEY_ID: 'i',
    BACKUP_S3_SECRET_ACCESS_KEY: 'k',
  }
  const DATA_DIR = '/srv/shop/.data'

  it.each([
    [{ BACKUP_DIR: '/srv/shop/.data/copies' }, 'lies in DATA_DIR'],
    [{ BACKUP_DIR: DATA_DIR }, 'lies in DATA_DIR'],
    [{ BACKUP_S3_BUCKET: 'b' }, 'half set: BACKUP_S3_ENDPOINT, BACKUP_S3_REGION'],
    [s3Names, 'needs BACKUP_PASSPHRASE'],
    [{ ...s3Names, BACKUP_PASSPHRASE: passphrase, BACKUP_DIR: '/srv/copies' }, 'both set'],
  ])('refuse %o', (given, words) => {
    expect(backupRefusal({ DATA_DIR, ...given })).toContain(words)
  })

  it('are a folder beside the data, a bucket, or none', () => {
    expect(backupRefusal({ DATA_DIR, BACKUP_DIR: '/srv/shop/.data-copies' })).toBeNull()
    expect(backupOf({ BACKUP_DIR: '/srv/copies' })).toEqual({ place: { folder: '/srv/copies' }, passphrase: null })
    expect(backupOf({ ...s3Names, BACKUP_PASSPHRASE: passphrase })).toMatchObject({
      place: { s3: { endpoint: 'https://s3', bucket: 'b' } },
      passphrase,
    })
    expect([backupOf({}), backupRefusal({ DATA_DIR })]).toEqual([null, null])
  })
})
