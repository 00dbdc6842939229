/** Invitations. */

/** The address that seats whoever opens it. */
export const inviteLink = ({ id, invite }) =>
  `${location.origin}/t/${id}?invite=${encodeURIComponent(invite)}`;
