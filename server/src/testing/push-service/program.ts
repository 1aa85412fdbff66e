import { makeCertificate, startPushService } from './push-service.ts'

// A push service as a program of its own, for journeys: one line says where it is and whom to trust.
const certificate = await makeCertificate()
const { origin, host } = await startPushService(certificate)
process.stdout.write(`${JSON.stringify({ origin, host, cert: certificate.cert })}\n`)
