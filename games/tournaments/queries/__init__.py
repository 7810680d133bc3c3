"""What a reader may see of tournaments: published rounds alone, worded for them; nothing here changes anything."""
