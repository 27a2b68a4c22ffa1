/**
 * The reads that a replica may answer (decision 065): long lists, counts and public data. None of them stores anything, not
 * even that a child's record was read.
 */
export const replicaReads: ReadonlySet<string> = new Set([
  'api/School/GetAll',
  'SchoolContact/GetSchoolContacts',
  'Post/GetPublicPosts',
  'Post/GetReport',
  'Home/GetPlatformHome',
  'Audit/GetSchoolLines',
  'Audit/GetPlatformLines',
  'API/Identity/GetAccountLines',
  'OfficialRecord/CountByAge',
  'OfficialRecord/CountByNationality',
  'OfficialRecord/GetMovements',
  'Absence/TryRules',
])
