"""What a person sees of Valknut."""
